import type { AuditChanges } from '../../contract/auditEntry'
import type { DescribeEntry } from '../../crud/history/describeEntry'
import type { ProductText } from '../../i18n/text'
import type { BookingStatus } from '../../resources/bookings'
import { formatLocalDate, zoneOf } from '../../scheduling'
import { formatTimes } from '../../ui/format/clockTimes'
import type { Display } from '../../ui/format/display'
import { formatDate } from '../../ui/format/times'

/** Fields that follow from others, or serve the program alone. */
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

/** `2 Mar 2026, 10:00–11:00`; the start alone if the end is not known. */
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

/** The name of a change of status. */
const stepOf = (from: string | null, to: BookingStatus): Step => {
  if (from === 'cancelled' || from === 'declined') return 'restored'
  if (to !== 'confirmed') return to
  if (from === 'pending') return 'approved'
  return from === 'completed' || from === 'no_show' ? 'reopened' : 'confirmed'
}

/** What happened to a booking, in the words of its staff. */
export const describeBookingEntry: DescribeEntry = ({ action, changes, reason }, { text: machineText, display }) => {
  // The catalogue behind it holds the product's messages as well.
  const text = machineText as ProductText
  const lines: string[] = []
  const told = [...always]
  if (action === 'deleted') return { lines: [text('booking.history.released')], told: Object.keys(changes) }
  const to = spanOf(changes, 'to', display)
  const status = textOf(changes.status?.to) as BookingStatus | null
  if (action === 'created') {
    const isWaiting = status === 'held' || status === 'pending'
    if (to) lines.push(text(`booking.history.made.${isWaiting ? status : 'confirmed'}`, { when: to }))
    return { lines, told: [...told, 'startsAt', 'endsAt', 'status', 'reference', 'holdExpiresAt', 'variantId'] }
  }
  if (status) {
    const by = textOf(changes.cancelledBy?.to)
    const step = stepOf(textOf(changes.status?.from), status)
    const isByKnown = by === 'staff' || by === 'customer' || by === 'system'
    lines.push(
      text(step === 'cancelled' && isByKnown ? `booking.history.cancelledBy.${by}` : `booking.history.${step}`),
    )
    told.push('status', 'holdExpiresAt')
    if (textOf(changes.cancellationReason?.to) === reason || changes.cancellationReason?.to === null)
      told.push('cancellationReason')
  } else if (changes.holdExpiresAt?.to) {
    lines.push(text('booking.history.holdExtended'))
  }
  const from = spanOf(changes, 'from', display)
  if (from && to) {
    lines.push(text('booking.history.moved', { from, to }))
    told.push('startsAt', 'endsAt')
  }
  if (changes.checkedInAt) {
    lines.push(text(changes.checkedInAt.to ? 'booking.history.checkedIn' : 'booking.history.notCheckedIn'))
    told.push('checkedInAt')
  }
  return { lines, told }
}
