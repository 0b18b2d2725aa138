import Warning from '@mui/icons-material/WarningAmberOutlined'
import Button from '@mui/material/Button'
import { useGetMany, useGetOne } from 'ra-core'
import type { BookableResource } from '../../../resources/resources'
import { Loading, Row, useDisplay, useFailure } from '../../../show'
import { useEngineMessage } from '../../explanations/useEngineMessage'
import styles from '../bookings.module.css'
import { formatDayTimes, formatStart } from '../formatDayTimes'
import { RefusalNotice } from '../RefusalNotice'
import { usePrice } from '../usePrice'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'

export const BookingSummary = ({ form }: { form: BookingForm }) => {
  const text = useText()
  const priceOf = usePrice()
  const display = useDisplay()
  const { booking, place, endsAt: ends, unable, variant, item, typed, quote } = form
  const { data: wanted = [] } = useGetMany<BookableResource>('resources', {
    ids: unable ? [] : (place?.resourceIds ?? []),
  })
  const startsAt = booking?.startsAt ?? place?.startsAt
  const endsAt = booking?.endsAt ?? ends ?? place?.endsAt
  const names = (booking?.resources ?? wanted).flatMap(one => one?.name ?? []).join(', ')
  const total = quote?.total ?? booking?.total
  return (
    <div className={styles.foot}>
      <div>
        <strong>
          {!startsAt
            ? text('booking.noTime')
            : endsAt
              ? formatDayTimes({ startsAt, endsAt }, display)
              : formatStart(startsAt, display)}
        </strong>
        {names && <span>{names}</span>}
      </div>
      <div>
        <span>{[item?.name, variant?.name].filter(Boolean).join(' · ')}</span>
        {typed.customer?.customer.name && <span>{typed.customer.customer.name}</span>}
        {total && <span className={styles.total}>{priceOf(total)}</span>}
      </div>
    </div>
  )
}

export const PlaceStatus = ({ form }: { form: BookingForm }) => {
  const text = useText()
  const say = useEngineMessage()
  const failureOf = useFailure()
  const { hold, booking, quote, refusal, isBusy, unable } = form
  const { data: gone } = useGetOne<BookableResource>('resources', { id: unable ?? '' }, { enabled: unable !== null })
  const failed = hold.step === 'failed' ? failureOf(hold.error) : null
  return (
    <>
      {hold.step === 'taking' && <Loading>{text('booking.holding')}</Loading>}
      {gone && booking && (
        <p role="status" className={styles.muted}>
          {text('booking.unable', { name: gone.name })}
        </p>
      )}
      {refusal && <RefusalNotice refusal={refusal} isBusy={isBusy} onTake={form.takeSlot} onOverride={form.override} />}
      {failed && (
        <Row gap="0.75rem" justify="space-between" role="alert" className={styles.problem}>
          <p>{Object.values(failed.errors).join(' ') || failed.detail}</p>
          <Button size="small" onClick={form.retry}>
            {text('error.retry')}
          </Button>
        </Row>
      )}
      {quote?.requiresApproval && <p className={styles.muted}>{text('booking.needsApproval')}</p>}
      {quote?.warnings.map(warning => (
        <Row as="p" gap="0.375rem" key={`${warning.code}${say(warning)}`} className={styles.warning}>
          <Warning fontSize="small" /> {say(warning)}
        </Row>
      ))}
    </>
  )
}
