import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { calls } from '../../calls'
import type { CallInput } from '../../declare'
import { type SlotwiseDataProvider, Stack, useFailure, useSettled } from '../../show'
import styles from './notifications.module.css'
import { useText } from './useText'

const rest = 500

type Draft = CallInput<typeof calls.notifications.preview>['body']

/** Null for an empty part takes the text in use. */
const draftOf = ({ key, locale, subject, body }: Record<string, unknown>): Draft | null =>
  key && locale ? ({ key, locale, subject: subject || null, body: body || null } as Draft) : null

const MailPreview = () => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [isBusy, setBusy] = useState(false)
  const draft = draftOf(useSettled(useWatch(), rest))
  const { data, error } = useQuery({
    queryKey: ['notificationTemplates', 'preview', draft],
    queryFn: ({ signal }) =>
      draft ? dataProvider.call(calls.notifications.preview, { body: draft, signal }) : Promise.resolve(null),
    enabled: draft !== null,
    retry: false,
  })
  const sendTest = async () => {
    if (!draft || isBusy) return
    setBusy(true)
    try {
      await dataProvider.call(calls.notifications.test, { body: draft })
      notify(text('mails.tested'), { type: 'success' })
    } catch (problem) {
      notify(failureOf(problem).detail, { type: 'error' })
    }
    setBusy(false)
  }
  return (
    <Stack as="section" gap="0.5rem" className={styles.preview} aria-label={text('mails.preview')}>
      <h2>{text('mails.preview')}</h2>
      {!draft && <p>{text('mails.choose')}</p>}
      {error && <p role="alert">{Object.values(failureOf(error).errors).join(' ') || failureOf(error).detail}</p>}
      {data && (
        <>
          <strong>{data.subject}</strong>
          <p className={styles.text}>{data.text}</p>
          <div>
            <Button variant="outlined" aria-busy={isBusy} onClick={() => void sendTest()}>
              {text('mails.test')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  )
}

export default MailPreview
