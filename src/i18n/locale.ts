import { writePageCookie } from '../routing/pageCookie'

export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

const storageKey = 'locale'

const known = (tag: string | null | undefined): Locale | undefined =>
  locales.find(locale => tag?.split('-')[0] === locale)

let fixed: Locale | undefined

/** Where there is no browser to ask: what `preferredLocale` is to say. */
export const fixLocale = (locale: Locale): void => {
  fixed = locale
}

/** The language used last on this device, else the first of the browser's that the product speaks, else English. */
export const preferredLocale = (): Locale =>
  fixed ?? known(localStorage.getItem(storageKey)) ?? navigator.languages.map(known).find(Boolean) ?? 'en'

export const rememberLocale = (locale: Locale): void => {
  localStorage.setItem(storageKey, locale)
  writePageCookie('locale', locale)
}

/** A language of a user or tenant, as the product's own; undefined when there is none. */
export const toLocale = known
