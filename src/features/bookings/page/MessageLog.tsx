import Button from '@mui/material/Button'
import { useDataProvider, useGetList, useNotify } from 'ra-core'
import { useState } from 'react'
import { type Message, notifications } from '../../../resources/notifications'
import {
  formatMoment,
  Row,
  resourceKeys,
  type SlotwiseDataProvider,
  Stack,
  useDisplay,
  useFailure,
} from '../../../show'
import styles from '../bookings.module.css'
import { useText } from '../useText'

const keys = resourceKeys(notifications)
const shown = 50

const MessageLog = ({ of }: { of: { bookingId: string } | { visitId: string } }) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [busyId, setBusyId] = useState<string | null>(null)
  const { data, refetch } = useGetList<Message>(notifications.name, {
    filter: of,
    pagination: { page: 1, perPage: shown },
    sort: { field: 'createdAt', order: 'DESC' },
  })
  const resend = async (id: string) => {
    if (busyId) return
    setBusyId(id)
    try {
      await dataProvider.request('POST', '/notifications/{id}/resend', { params: { id }, body: {} })
      notify(text(keys.action('resend', 'done')), { type: 'success' })
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
    setBusyId(null)
    await refetch()
  }
  if (!data) return null
  return (
    <section className={styles.panel} aria-label={text('booking.messages')}>
      <h2 className={styles.heading}>{text('booking.messages')}</h2>
      {data.length === 0 && <p className={styles.muted}>{text('booking.noMessages')}</p>}
      <Stack as="ul" gap="0.75rem">
        {data.map(({ id, key, recipient, status, reason, sentAt, dueAt, createdAt }) => (
          <Row as="li" wrap gap="0.5rem" justify="space-between" key={id} className={styles.message}>
            <span>
              <strong>{text(keys.choice('key', key))}</strong>
              {recipient && ` · ${recipient}`}
              <br />
              <span className={styles.muted}>
                {[
                  text(keys.choice('status', status)),
                  reason && text(keys.choice('reason', reason)),
                  formatMoment(sentAt ?? (status === 'queued' ? dueAt : null) ?? createdAt, display),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {status !== 'queued' && (
              <Button size="small" aria-busy={busyId === id} onClick={() => void resend(id)}>
                {text(keys.action('resend', 'label'))}
              </Button>
            )}
          </Row>
        ))}
      </Stack>
    </section>
  )
}

export default MessageLog
