import { useGetOne } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { isDate } from '../../../declare'
import type { Booking } from '../../../resources/bookings'
import type { Customer } from '../../../resources/customers'
import {
  Columns,
  DateField,
  DialogForm,
  instantOf,
  type OwnDialogProps,
  TimeField,
  useDisplay,
  wallTime,
} from '../../../show'
import { useText } from '../../availability/useText'
import { isOfSeries } from '../../series/isOfSeries'
import styles from '../bookings.module.css'
import type { Override } from '../bookingsApi'
import { formatDayTimes } from '../formatDayTimes'
import { ReasonField } from '../ReasonField'
import { RefusalNotice } from '../RefusalNotice'
import { type Refusal, refusalOf } from '../refusal'
import { TellKnown, useTellsByDefault } from '../TellCustomer'
import { FreeTimes } from './FreeTimes'
import { MovePreview } from './MovePreview'
import { ResourceFields } from './ResourceFields'
import { type NewPlace, useMoveBooking } from './useMoveBooking'

const NoteWish = lazy(() => import('../../demand/NoteWish'))
const OfSeriesDialog = lazy(() => import('../../series/OfSeriesDialog'))

/** As far as known. */
interface Wish {
  date: string | null
  time: string | null
}

interface MoveDialogProps {
  booking: Booking
  on?: Wish | undefined
  tried?: { place: NewPlace; refusal: Refusal } | undefined
  onClose: () => void
}

export const MoveDialog = ({ booking, on, tried, onClose }: MoveDialogProps) => {
  const text = useText()
  const display = useDisplay()
  const { timeZone } = display
  const move = useMoveBooking()
  const [fields, setFields] = useState(() => {
    const { startsAt, resourceIds } = tried?.place ?? booking
    const shown = wallTime(Date.parse(startsAt), timeZone)
    return {
      date: on?.date ?? shown.date,
      time: on?.time ?? shown.time,
      resourceIds,
    }
  })
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(useTellsByDefault())
  const [refusal, setRefusal] = useState(tried?.refusal ?? null)
  const { date, time } = fields
  // A date that is being typed is no date yet.
  const known = wallTime(Date.parse(booking.startsAt), timeZone).date
  const { customerId } = booking
  const { data: customer } = useGetOne<Customer>(
    'customers',
    { id: customerId ?? '' },
    { enabled: customerId !== null && refusal !== null },
  )
  const at = instantOf(date, time, timeZone)
  const place = at ? { startsAt: at, resourceIds: fields.resourceIds } : booking
  const moveTo = async ({ startsAt, resourceIds }: NewPlace, override?: Override) => {
    const notify = isTold && booking.customerId !== null
    try {
      await move(booking, { startsAt, resourceIds }, { ...(override ?? (reason && { reason })), notify })
      onClose()
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (!refused) throw error
    }
  }
  return (
    <DialogForm
      title={text('booking.moveTitle', { reference: booking.reference })}
      submit={text('booking.move')}
      cancel={text('booking.cancelDialog')}
      isTall
      isDisabled={at === null}
      fields={['reason']}
      onSubmit={() => moveTo(place)}
      onClose={onClose}
    >
      {({ errors, isBusy, send, clear }) => {
        const change = (changes: Partial<typeof fields>) => {
          setFields({ ...fields, ...changes })
          setRefusal(null)
          clear()
        }
        return (
          <>
            <p className={styles.muted}>
              {[booking.customerName, booking.title, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
            </p>
            <FreeTimes
              booking={booking}
              date={isDate(date) ? date : known}
              onDay={chosen => change({ date: chosen })}
              chosen={place}
              onTake={({ startsAt, resourceIds }) =>
                change({ ...wallTime(Date.parse(startsAt), timeZone), resourceIds })
              }
            />
            <Columns least="12rem" gap="0 0.75rem">
              <DateField label={text('availability.date')} value={date} onChange={chosen => change({ date: chosen })} />
              <TimeField label={text('availability.time')} value={time} onChange={chosen => change({ time: chosen })} />
            </Columns>
            <ResourceFields
              booking={booking}
              resourceIds={fields.resourceIds}
              onChange={chosen => change({ resourceIds: chosen })}
            />
            {booking.customerId && booking.status !== 'held' && (
              <TellKnown customerId={booking.customerId} isTold={isTold} onChange={setTold} />
            )}
            {refusal ? (
              <>
                <RefusalNotice
                  refusal={refusal}
                  isBusy={isBusy}
                  override={text('booking.moveAllTheSame')}
                  onTake={slot => void send(() => moveTo(slot))}
                  onOverride={why => void send(() => moveTo(place, { override: true, reason: why }))}
                />
                <Suspense>
                  <NoteWish
                    {...{ variantId: booking.variantId, channelId: booking.channelId, quantity: booking.quantity }}
                    title={booking.title}
                    startsAt={place.startsAt}
                    code={refusal.reasons[0]?.code}
                    customer={customer ?? null}
                  />
                </Suspense>
              </>
            ) : (
              <MovePreview booking={booking} place={place} />
            )}
            {(errors.reason || reason) && <ReasonField value={reason} error={errors.reason} onChange={setReason} />}
          </>
        )
      }}
    </DialogForm>
  )
}

/** In a series, asks which dates are meant. */
const RescheduleDialog = ({ record: booking, on, onClose }: OwnDialogProps<Booking> & { on?: Wish }) => {
  if (isOfSeries(booking)) return <OfSeriesDialog booking={booking} change="move" onClose={onClose} />
  return <MoveDialog booking={booking} on={on} onClose={onClose} />
}

export default RescheduleDialog
