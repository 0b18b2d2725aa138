import type { I18nProvider } from 'ra-core'
import { useEffect, useState } from 'react'
import type { Locale } from '../schema/locales'
import { type Catalogue, createI18nProvider, englishI18nProvider } from './createI18nProvider'
import { rememberLocale } from './locale'

/** Null while messages load. Remembers the language. */
export const useI18nProvider = (locale: Locale, catalogue: Catalogue): I18nProvider | null => {
  const [i18nProvider, setI18nProvider] = useState(() => (locale === 'en' ? englishI18nProvider(catalogue) : null))
  const isThere = i18nProvider?.getLocale() === locale
  useEffect(() => {
    document.documentElement.lang = locale
    rememberLocale(locale)
    if (isThere) return
    let isWanted = true
    void createI18nProvider(locale, catalogue).then(made => {
      if (isWanted) setI18nProvider(made)
    })
    return () => {
      isWanted = false
    }
  }, [locale, catalogue, isThere])
  return i18nProvider
}
