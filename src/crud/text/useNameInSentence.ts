import { useLocale, useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { resourceKeys } from './resourceKeys'

/** What records of a resource are called in the middle of a sentence: small in English, as it is where nouns are capital. */
export const useNameInSentence = (): ((resource: { name: string }, count: number) => string) => {
  const translate = useTranslate()
  const locale = useLocale()
  return useCallback(
    (resource, count) => {
      const name = translate(resourceKeys(resource).name, { smart_count: count })
      return locale === 'de' ? name : name.toLowerCase()
    },
    [translate, locale],
  )
}
