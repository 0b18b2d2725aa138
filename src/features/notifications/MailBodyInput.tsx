import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { calls } from '../../calls'
import type { AnswerOf, CallInput } from '../../declare'
import type { InputProps, SlotwiseDataProvider } from '../../show'
import MailPreview from './MailPreview'
import styles from './notifications.module.css'
import { useText } from './useText'

type BuiltIn = AnswerOf<typeof calls.notifications.defaults>[number]

const useBuiltInText = (isNew: boolean): BuiltIn | null => {
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

const MailBodyInput = (props: InputProps<'longText'>) => {
  const text = useText()
  const Input = props.inputOf(props.resource, props.name, props.field)
  const builtIn = useBuiltInText(props.record === undefined)
  return (
    <div className={styles.beside}>
      <div>
        <Input {...props} />
        {builtIn && (
          <p className={styles.names}>
            {text('mails.names')}{' '}
            {builtIn.placeholders.map(({ name }) => (
              <code key={name}>{`{{${name}}} `}</code>
            ))}
          </p>
        )}
      </div>
      <MailPreview />
    </div>
  )
}

export default MailBodyInput
