import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetList, useNotify } from 'ra-core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { calls } from '../../calls'
import type { CallInput } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import { type SlotwiseDataProvider, Stack, todayIn, useDisplay, useFailure, useSettled } from '../../show'
import { formatDayTimes } from '../bookings/formatDayTimes'
import styles from './notifications.module.css'
import { useText } from './useText'

const rest = 500

type Draft = CallInput<typeof calls.notifications.preview>['body']

/** Null for the text in use. */
const draftOf = ({ key, locale, subject, body }: Record<string, unknown>, bookingId: string | null): Draft | null =>
  key && locale ? ({ key, locale, subject: subject || null, body: body || null, bookingId } as Draft) : null

/** Bookings lack what these mails name. */
const ofHolds: ReadonlySet<unknown> = new Set(['hold_link', 'waitlist_offer'])

const useExample = (): Booking | null => {
  const { data } = useGetList<Booking>(bookings.name, {
    filter: { startsAtFrom: todayIn(useDisplay().timeZone), status: ['confirmed'] },
    sort: { field: 'startsAt', order: 'ASC' },
    pagination: { page: 1, perPage: 10 },
  })
  return data?.find(({ customerName }) => customerName) ?? null
}

const MailPreview = () => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [isBusy, setBusy] = useState(false)
  const display = useDisplay()
  const typed = useSettled(useWatch(), rest)
  const found = useExample()
  const example = ofHolds.has(typed.key) ? null : found
  const draft = draftOf(typed, example?.id ?? null)
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
          {example && (
            <p className={styles.names}>
              {text('mails.as', {
                name: example.customerName ?? '',
                what: example.title,
                when: formatDayTimes(example, display),
              })}
            </p>
          )}
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
