import { writePageCookie } from '../routing/pageCookie'

export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

const storageKey = 'locale'

const known = (tag: string | null | undefined): Locale | undefined =>
  locales.find(locale => tag?.split('-')[0] === locale)

let fixed: Locale | undefined

/** For use outside a browser. */
export const fixLocale = (locale: Locale): void => {
  fixed = locale
}

/** The language last used on this device, else the browser's first supported one, else English. */
export const preferredLocale = (): Locale =>
  fixed ?? known(localStorage.getItem(storageKey)) ?? navigator.languages.map(known).find(Boolean) ?? 'en'

export const rememberLocale = (locale: Locale): void => {
  localStorage.setItem(storageKey, locale)
  writePageCookie('locale', locale)
}

/** Undefined if the product does not support the language. */
export const toLocale = known
