import type { I18nProvider } from 'ra-core'
import { useEffect, useState } from 'react'
import { type Catalogue, createI18nProvider } from './createI18nProvider'
import { type Locale, rememberLocale } from './locale'

/** react-admin's translator for a language; null until its messages are loaded. Remembers the language for the next visit. */
export const useI18nProvider = (locale: Locale, catalogue: Catalogue): I18nProvider | null => {
  const [i18nProvider, setI18nProvider] = useState<I18nProvider | null>(null)
  useEffect(() => {
    let isWanted = true
    document.documentElement.lang = locale
    rememberLocale(locale)
    void createI18nProvider(locale, catalogue).then(made => {
      if (isWanted) setI18nProvider(made)
    })
    return () => {
      isWanted = false
    }
  }, [locale, catalogue])
  return i18nProvider
}
