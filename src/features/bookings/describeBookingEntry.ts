import { bookings } from '../../i18n/en/features/bookings'
import { formatLocalDate, zoneOf } from '../../scheduling'
import { type DescribeEntry, type Display, formatDay, formatTimes, type useText } from '../../show'

const implied = [
  'previousStatus',
  'statusChangedAt',
  'isHoldExtended',
  'rescheduleCount',
  'icalSequence',
  'timeZone',
  'cancelledAt',
  'cancelledBy',
  'overrides',
]

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** `2 Mar 2026, 10:00–11:00` */
const formatSpan = (startsAt: string, endsAt: string | null, display: Display): string => {
  const start = Date.parse(startsAt)
  const date = formatDay(formatLocalDate(zoneOf(display.timeZone).dayOf(start)), display.locale, 'medium')
  const [first] = formatTimes(start, start + 1, display).split('–')
  return `${date}, ${endsAt ? formatTimes(start, Date.parse(endsAt), display) : first}`
}

const spanOf = (
  { startsAt, endsAt }: Parameters<DescribeEntry>[0]['changes'],
  side: 'from' | 'to',
  display: Display,
): string | null => {
  const start = textOf(startsAt?.[side])
  return start && formatSpan(start, textOf(endsAt?.[side]), display)
}

const byAction = ['status', 'holdExpiresAt', 'checkedInAt', 'cancellationReason']

/** Declared actions describe themselves. */
export const describeBookingEntry: DescribeEntry = ({ action, via, changes }, { text: machineText, display }) => {
  const text = (key: keyof typeof bookings, args?: object) =>
    (machineText as ReturnType<typeof useText>)(key, { ...args, _: bookings[key] })
  if (action === 'deleted') return { lines: [text('booking.history.released')], told: Object.keys(changes) }
  const [from, to] = [spanOf(changes, 'from', display), spanOf(changes, 'to', display)]
  if (action === 'created') {
    const status = textOf(changes.status?.to)
    const isWaiting = status === 'held' || status === 'pending'
    const lines = to ? [text(`booking.history.made.${isWaiting ? status : 'confirmed'}`, { when: to })] : []
    return { lines, told: [...implied, 'startsAt', 'endsAt', 'status', 'reference', 'holdExpiresAt', 'variantId'] }
  }
  if (via === 'keep') return { lines: [text('booking.history.kept')], told: implied }
  const by = textOf(changes.cancelledBy?.to)
  const isByKnown = by === 'staff' || by === 'customer' || by === 'system'
  const told = via || isByKnown ? [...implied, ...byAction] : implied
  if (from && to) return { lines: [text('booking.history.moved', { from, to })], told: [...told, 'startsAt', 'endsAt'] }
  return { lines: isByKnown ? [text(`booking.history.cancelledBy.${by}`)] : [], told }
}
