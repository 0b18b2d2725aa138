import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { calls } from '../../calls'
import type { AnswerOf, CallInput } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'

type BuiltIn = AnswerOf<typeof calls.notifications.defaults>[number]

/** The built-in text of the chosen mail and language. A new record starts from it. */
export const useBuiltInText = (isNew: boolean): BuiltIn | null => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { setValue, formState } = useFormContext()
  const [key, locale] = useWatch({ name: ['key', 'locale'] }) as [string | null, string | null]
  const { data } = useQuery({
    queryKey: ['notificationTemplates', 'defaults', locale],
    queryFn: ({ signal }) => {
      const query = { locale } as CallInput<typeof calls.notifications.defaults>['query']
      return dataProvider.call(calls.notifications.defaults, { query, signal })
    },
    enabled: Boolean(locale),
  })
  const builtIn = data?.find(each => each.key === key) ?? null
  const isTyped = Boolean(formState.dirtyFields.subject || formState.dirtyFields.body)
  useEffect(() => {
    if (!isNew || !builtIn || isTyped) return
    setValue('subject', builtIn.subject)
    setValue('body', builtIn.body)
  }, [isNew, builtIn, isTyped, setValue])
  return builtIn
}
