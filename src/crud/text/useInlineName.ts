import { useLocale } from 'ra-core'
import { useCallback } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { inSentence } from '../../schema'
import { type Locale, spokenLocale } from '../../schema/locales'
import { resourceKeys } from './resourceKeys'

const keepsCapitals: Readonly<Record<Locale, boolean>> = { en: false, de: true }

/** A record's kind within a sentence: lower case but where the language writes nouns large. */
export const useInlineName = (): ((resource: { name: string }, count: number) => string) => {
  const translate = useMachineText()
  const locale = useLocale()
  return useCallback(
    (resource, count) => {
      const name = translate(resourceKeys(resource).name, { smart_count: count })
      return keepsCapitals[spokenLocale(locale)] ? name : inSentence(name)
    },
    [translate, locale],
  )
}
