import { writePageCookie } from '../routing/pageCookie'
import { type Locale, toLocale } from '../schema/locales'

const storageKey = 'locale'

let fixed: Locale | undefined

/** For use outside a browser. */
export const fixLocale = (locale: Locale): void => {
  fixed = locale
}

/** The device's last language, else the browser's, else English. */
export const preferredLocale = (): Locale =>
  fixed ?? toLocale(localStorage.getItem(storageKey)) ?? navigator.languages.map(toLocale).find(Boolean) ?? 'en'

export const rememberLocale = (locale: Locale): void => {
  localStorage.setItem(storageKey, locale)
  writePageCookie('locale', locale)
}
