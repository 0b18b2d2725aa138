import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { formatInstant } from '../../../declare'
import type { Booking } from '../../../resources/bookings'
import { ABOUT_TIME_CODES, type CheckCode, sameLength } from '../../../scheduling'
import { formatMoney, Row, useDisplay, useFailure } from '../../../show'
import { useVariants } from '../../availability/useRequest'
import { useResourceNames } from '../../availability/useResourceNames'
import { useText } from '../../availability/useText'
import { useEngineMessage } from '../../explanations/useEngineMessage'
import { useSettledJson } from '../../series/useSettledJson'
import styles from '../bookings.module.css'
import { formatDayTimes, formatStart } from '../formatDayTimes'
import { usePrice } from '../usePrice'
import { questionOf, useQuote } from '../useQuote'
import { isSamePlace, isSameTime } from './isSamePlace'
import type { NewPlace } from './useMoveBooking'

interface MovePreviewProps {
  booking: Booking
  place: NewPlace
}

const useQuestion = (booking: Booking, place: NewPlace) => {
  const { variant } = useVariants(booking.catalogItemId, booking.variantId)
  if (variant?.id !== booking.variantId || isSamePlace(booking, place)) return null
  const end = sameLength(booking, variant.durationType, Date.parse(place.startsAt))
  const endsAt = isSameTime(booking, place) ? booking.endsAt : end === null ? null : formatInstant(end)
  return { ...questionOf(booking), ...place, endsAt }
}

export const MovePreview = ({ booking, place }: MovePreviewProps) => {
  const text = useText()
  const priceOf = usePrice()
  const display = useDisplay()
  const say = useEngineMessage()
  const failureOf = useFailure()
  const question = useQuestion(booking, place)
  const settled = useSettledJson(question)
  const { data, error, isPlaceholderData } = useQuote(settled)
  const isCurrent = !isPlaceholderData && JSON.stringify(settled) === JSON.stringify(question)
  const quote = isCurrent ? data : undefined
  const failure = isCurrent && error ? failureOf(error) : null
  const instead = { resourceIds: quote?.alternativeResourceIds ?? [] }
  const namesOf = useResourceNames([place, instead])
  const inTheWay = quote?.reasons.filter(
    ({ code }) => !(isSameTime(booking, place) && ABOUT_TIME_CODES.has(code as CheckCode)),
  )
  const reasons = Array.from(new Set(inTheWay?.map(say)))
  const { startsAt, endsAt } = quote ?? { ...(question ?? booking) }
  const stays = quote && quote.total.amount !== booking.total.amount
  return (
    <div role="status" className={styles.summary} data-is-taken={reasons.length > 0}>
      <strong>{endsAt ? formatDayTimes({ startsAt, endsAt }, display) : formatStart(startsAt, display)}</strong>
      <span>{namesOf(place)}</span>
      <span className={styles.total}>{priceOf(booking.total)}</span>
      {!question && <p>{text('booking.placeNow')}</p>}
      {question && !quote && !failure && <p>{text('booking.placeAsked')}</p>}
      {failure && <p className={styles.taken}>{Object.values(failure.errors).join(' ') || failure.detail}</p>}
      {quote && reasons.length === 0 && (
        <p className={styles.free}>
          <EventAvailable fontSize="small" /> {text('booking.placeFree')}
        </p>
      )}
      {reasons.map(reason => (
        <p key={reason} className={styles.taken}>
          <EventBusy fontSize="small" /> {reason}
        </p>
      ))}
      {instead.resourceIds.length > 0 && <p>{text('booking.placeInstead', { names: namesOf(instead) })}</p>}
      {quote?.warnings.map(warning => (
        <Row as="p" gap="0.375rem" key={`${warning.code}${say(warning)}`} className={styles.warning}>
          <Warning fontSize="small" /> {say(warning)}
        </Row>
      ))}
      {stays && <p>{text('booking.priceStays', { total: formatMoney(quote.total, display.locale) })}</p>}
    </div>
  )
}
