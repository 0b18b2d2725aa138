import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocale } from 'ra-core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { calls } from '../../calls'
import type { CallInput } from '../../declare'
import type { Booking } from '../../resources/bookings'
import { type SlotwiseDataProvider, useSettled } from '../../show'
import styles from './bookings.module.css'
import { useMailed } from './useMailed'
import { useText } from './useText'

type Draft = CallInput<typeof calls.notifications.preview>['body']

const mails = { cancel: 'booking_cancelled', decline: 'booking_declined' } as const

interface MailToComeProps {
  booking: Booking
  action: keyof typeof mails
}

const Mail = ({ booking, action, locale }: MailToComeProps & { locale: string }) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const reason: string | null = useSettled(useWatch({ name: 'reason' })) || null
  const body = { key: mails[action], locale, bookingId: booking.id, reason } as Draft
  const { data } = useQuery({
    queryKey: ['notificationTemplates', 'preview', body],
    queryFn: ({ signal }) => dataProvider.call(calls.notifications.preview, { body, signal }),
    placeholderData: before => before,
    retry: false,
  })
  return (
    data && (
      <div className={styles.mail} role="status">
        <strong>{data.subject}</strong>
        <p>{data.text}</p>
      </div>
    )
  )
}

const MailToCome = ({ booking, action }: MailToComeProps) => {
  const text = useText()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const customer = useMailed(booking)
  if (!customer) return null
  return (
    <>
      <p>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text(isOpen ? 'booking.hideMail' : 'booking.showMail')}
        </Button>
      </p>
      {isOpen && <Mail booking={booking} action={action} locale={customer.locale ?? locale} />}
    </>
  )
}

export default MailToCome
