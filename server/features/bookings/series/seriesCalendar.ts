import { DAY, MINUTE } from '../../../../src/declare'
import { type Zone, zoneOf } from '../../../../src/scheduling'
import { formatPattern, formatUntil, readStoredRule } from '../../../../src/scheduling/series/recurrence'
import type { BookingRecord } from '../bookingScope'
import { calendarFile, escaped, icalStatuses, utc } from '../calendar'
import { occurrencesOf, type Series } from './seriesState'

const two = (value: number): string => String(value).padStart(2, '0')

/** `20260302T100000` */
const wall = (instant: number, offset: number): string => utc(new Date(instant + offset).toISOString()).replace('Z', '')

const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / MINUTE
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** RFC 5545 §3.6.5: one block per change of the offset. */
const timeZoneLines = (zone: Zone, from: number, until: number): string[] => {
  const changes = [{ at: from, before: zone.offsetAt(from), after: zone.offsetAt(from) }]
  for (let at = zone.nextChange(from); at < until; at = zone.nextChange(at))
    changes.push({ at, before: zone.offsetAt(at - 1), after: zone.offsetAt(at) })
  const least = Math.min(...changes.map(({ after }) => after))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone.timeZone}`,
    ...changes.flatMap(({ at, before, after }) => {
      const part = after > least ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${part}`,
        `DTSTART:${wall(at, before)}`,
        `TZOFFSETFROM:${offsetText(before)}`,
        `TZOFFSETTO:${offsetText(after)}`,
        `END:${part}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

const placeLines = ({ title }: { title: string }, booking: BookingRecord | undefined): string[] => [
  `SUMMARY:${escaped(booking?.title ?? title)}`,
  `LOCATION:${escaped((booking?.resources ?? []).map(({ name }) => name).join(', '))}`,
]

/** One repeating event per segment, and one per occurrence that differs. */
export const seriesCalendar = (series: Series, bookings: readonly BookingRecord[], productName: string): string => {
  const { record, dates, segments } = series
  const zone = zoneOf(record.timeZone)
  const byId = new Map(bookings.map(one => [one.id, one]))
  const occurrences = occurrencesOf(series)
  const local = (iso: string) => wall(Date.parse(iso), zone.offsetAt(Date.parse(iso)))
  const inZone = (name: string, values: readonly string[]) =>
    values.length > 0 ? [`${name};TZID=${zone.timeZone}:${values.map(local).join()}`] : []
  const sequence = bookings.reduce((sum, one) => sum + one.icalSequence, record.icalSequence)
  const stamp = [`SEQUENCE:${sequence}`, `DTSTAMP:${utc(record.updatedAt)}`, `LAST-MODIFIED:${utc(record.updatedAt)}`]
  const describe = (notes: string | null | undefined, reference: string) =>
    `DESCRIPTION:${escaped([reference, record.customerName, notes].filter(Boolean).join('\n'))}`

  const events = segments.flatMap((segment, i) => {
    const end = segments[i + 1]?.from ?? dates.length
    const own = dates.slice(segment.from, end)
    const mine = occurrences.filter(({ index }) => segment.from <= index && index < end)
    const uid = `UID:series-${record.id}${i === 0 ? '' : `-${i + 1}`}`
    const last = own.at(-1)
    if (!last) return []
    const isThere = new Set(mine.filter(({ state }) => state === 'booked').map(({ index }) => index))
    const first = byId.get(mine.find(({ state, isMoved }) => state === 'booked' && !isMoved)?.bookingId ?? '')
    // Calendars do not repeat an event at a skipped local time.
    const gaps = own.filter(({ dst, index }) => dst === 'gap' && isThere.has(index))
    const missing = own.filter(({ index, dst }) => !isThere.has(index) && dst !== 'gap')
    return [
      'BEGIN:VEVENT',
      uid,
      ...stamp,
      `DTSTART;TZID=${zone.timeZone}:${local(segment.startsAt)}`,
      `DTEND;TZID=${zone.timeZone}:${local(segment.endsAt)}`,
      `RRULE:${formatPattern(readStoredRule(segment.rrule))};UNTIL=${formatUntil({ instant: Date.parse(last.startsAt) })}`,
      ...inZone(
        'EXDATE',
        missing.map(({ startsAt }) => startsAt),
      ),
      ...inZone(
        'RDATE',
        gaps.map(({ startsAt }) => startsAt),
      ),
      'STATUS:CONFIRMED',
      ...placeLines(record, first),
      describe(record.notes, record.reference),
      'END:VEVENT',
      ...mine.flatMap(({ state, isMoved, exceptions, bookingId, ruleStartsAt }) => {
        const booking = byId.get(bookingId ?? '')
        if (!booking || state !== 'booked' || (!isMoved && exceptions.length === 0)) return []
        return [
          'BEGIN:VEVENT',
          uid,
          `RECURRENCE-ID;TZID=${zone.timeZone}:${local(ruleStartsAt)}`,
          ...stamp,
          `DTSTART;TZID=${zone.timeZone}:${local(booking.startsAt)}`,
          `DTEND;TZID=${zone.timeZone}:${local(booking.endsAt)}`,
          `STATUS:${icalStatuses[booking.status] ?? 'CONFIRMED'}`,
          ...placeLines(record, booking),
          describe(booking.notes, booking.reference),
          'END:VEVENT',
        ]
      }),
    ]
  })
  const times = occurrences.flatMap(({ startsAt, ruleStartsAt }) => [Date.parse(startsAt), Date.parse(ruleStartsAt)])
  const zoneLines = timeZoneLines(zone, Math.min(...times) - 366 * DAY, Math.max(...times) + 366 * DAY)
  return calendarFile(productName, [...zoneLines, ...events])
}
