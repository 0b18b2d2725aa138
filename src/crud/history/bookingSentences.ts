import type { BookingStatus } from '../../resources/bookings'
import { formatLocalDate, zoneOf } from '../../scheduling'
import { formatTimes } from '../format/clockTimes'
import type { Display } from '../format/display'
import { formatDate } from '../format/times'
import type { AuditChanges } from './auditEntry'
import type { Sentences } from './sentences'

/** What follows from the rest, or serves the program alone. */
const always = [
  'previousStatus',
  'statusChangedAt',
  'isHoldExtended',
  'rescheduleCount',
  'icalSequence',
  'timeZone',
  'cancelledAt',
  'cancelledBy',
]

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** `2 Mar 2026, 10:00–11:00`; the start alone where the end is not known. */
const formatSpan = (startsAt: string, endsAt: string | null, display: Display): string => {
  const start = Date.parse(startsAt)
  const date = formatDate(formatLocalDate(zoneOf(display.timeZone).dayOf(start)), display.locale)
  const [first] = formatTimes(start, start + 1, display).split('–')
  return `${date}, ${endsAt ? formatTimes(start, Date.parse(endsAt), display) : first}`
}

const spanOf = ({ startsAt, endsAt }: AuditChanges, side: 'from' | 'to', display: Display): string | null => {
  const start = textOf(startsAt?.[side])
  return start && formatSpan(start, textOf(endsAt?.[side]), display)
}

type Step = 'confirmed' | 'approved' | 'reopened' | 'restored' | Exclude<BookingStatus, 'confirmed'>

/** What a change of the status is called. */
const stepOf = (from: string | null, to: BookingStatus): Step => {
  if (from === 'cancelled' || from === 'declined') return 'restored'
  if (to !== 'confirmed') return to
  if (from === 'pending') return 'approved'
  return from === 'completed' || from === 'no_show' ? 'reopened' : 'confirmed'
}

/** What happened to a booking, in the words of those who work with it. */
export const bookingSentences: Sentences = ({ action, changes, reason }, { text, translate, display }) => {
  const lines: string[] = []
  const told = [...always]
  if (action === 'deleted') return { lines: [text('crud.history.booking.released')], told: Object.keys(changes) }
  const to = spanOf(changes, 'to', display)
  const status = textOf(changes.status?.to) as BookingStatus | null
  if (action === 'created') {
    const isWaiting = status === 'held' || status === 'pending'
    if (to) lines.push(text(`crud.history.booking.made.${isWaiting ? status : 'confirmed'}`, { when: to }))
    return { lines, told: [...told, 'startsAt', 'endsAt', 'status', 'reference', 'holdExpiresAt', 'variantId'] }
  }
  if (status) {
    const by = textOf(changes.cancelledBy?.to)
    const step = stepOf(textOf(changes.status?.from), status)
    lines.push(
      step === 'cancelled' && by
        ? text('crud.history.booking.cancelledBy', {
            who: translate(`resources.bookings.choices.cancelledBy.${by}`).toLowerCase(),
          })
        : text(`crud.history.booking.${step}`),
    )
    told.push('status', 'holdExpiresAt')
    if (textOf(changes.cancellationReason?.to) === reason || changes.cancellationReason?.to === null)
      told.push('cancellationReason')
  } else if (changes.holdExpiresAt?.to) {
    lines.push(text('crud.history.booking.holdExtended'))
  }
  const from = spanOf(changes, 'from', display)
  if (from && to) {
    lines.push(text('crud.history.booking.moved', { from, to }))
    told.push('startsAt', 'endsAt')
  }
  if (changes.checkedInAt) {
    lines.push(text(changes.checkedInAt.to ? 'crud.history.booking.checkedIn' : 'crud.history.booking.notCheckedIn'))
    told.push('checkedInAt')
  }
  return { lines, told }
}
