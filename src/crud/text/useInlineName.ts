import { useLocale } from 'ra-core'
import { useCallback } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { inSentence } from '../../schema'
import { resourceKeys } from './resourceKeys'

/** Lower case in English, unchanged in German. */
export const useInlineName = (): ((resource: { name: string }, count: number) => string) => {
  const translate = useMachineText()
  const locale = useLocale()
  return useCallback(
    (resource, count) => {
      const name = translate(resourceKeys(resource).name, { smart_count: count })
      return locale === 'de' ? name : inSentence(name)
    },
    [translate, locale],
  )
}
