import Warning from '@mui/icons-material/WarningAmberOutlined'
import Button from '@mui/material/Button'
import { useGetMany, useGetOne } from 'ra-core'
import { useState } from 'react'
import type { BookableResource } from '../../../resources/resources'
import { formatMoney, Loading, Row, useDisplay, useFailure } from '../../../show'
import { useEngineMessage } from '../../explanations/useEngineMessage'
import styles from '../bookings.module.css'
import { formatDayTimes, formatStart } from '../formatDayTimes'
import { RefusalNotice } from '../RefusalNotice'
import { HoldTimer } from './HoldTimer'
import { PlaceFields } from './PlaceFields'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'

export const BookingSummary = ({
  form: { booking, place, endsAt: ends, unable, variant, item, move },
}: {
  form: BookingForm
}) => {
  const text = useText()
  const [isMoving, setMoving] = useState(false)
  const display = useDisplay()
  const { data: wanted = [] } = useGetMany<BookableResource>('resources', { ids: unable ? [] : place.resourceIds })
  const { data: gone } = useGetOne<BookableResource>('resources', { id: unable ?? '' }, { enabled: unable !== null })
  const { startsAt, endsAt } = booking ?? { ...place, endsAt: ends ?? place.endsAt }
  return (
    <div className={styles.summary}>
      {gone && booking && (
        <p role="status" className={styles.muted}>
          {text('booking.unable', { name: gone.name })}
        </p>
      )}
      <strong>{endsAt ? formatDayTimes({ startsAt, endsAt }, display) : formatStart(startsAt, display)}</strong>
      <span>{(booking?.resources ?? wanted).flatMap(one => one?.name ?? []).join(', ')}</span>
      {booking && <span className={styles.total}>{formatMoney(booking.total, display.locale)}</span>}
      {variant && (
        <Button size="small" aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
          {text('booking.changePlace')}
        </Button>
      )}
      {variant && isMoving && (
        <PlaceFields
          startsAt={startsAt}
          resourceIds={booking?.resourceIds ?? place.resourceIds}
          variant={item ? { catalogItemId: item.id, variantId: variant.id } : null}
          onMove={(when, ids) => {
            setMoving(false)
            move(when, ids)
          }}
        />
      )}
    </div>
  )
}

export const PlaceStatus = ({ form }: { form: BookingForm }) => {
  const text = useText()
  const say = useEngineMessage()
  const failureOf = useFailure()
  const { hold, booking, quote, refusal, isBusy } = form
  const failed = hold.step === 'failed' ? failureOf(hold.error) : null
  return (
    <>
      {hold.step === 'taking' && <Loading>{text('booking.holding')}</Loading>}
      {booking && <HoldTimer booking={booking} isBusy={isBusy} onExtend={() => form.extend(booking)} />}
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
