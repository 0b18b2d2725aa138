import { sql } from 'kysely'
import { formatInstant } from '../../../../src/declare'
import type { bookingSeries } from '../../../../src/resources/bookingSeries'
import { type CheckEntry, formatLocalDate, type Reason, type Slot, zoneOf } from '../../../../src/scheduling'
import type { BookingSeries, ExceptionGroup, Occurrence } from '../../../../src/scheduling/series/answers'
import type { JudgedOccurrence } from '../../../../src/scheduling/series/judgeSeries'
import type { RuleOccurrence } from '../../../../src/scheduling/series/occurrences'
import { type ApiRecord, findRecord, refusal, type Transaction } from '../../../serve'
import { isOwn } from '../bookingColumns'
import { type BookingRecord, findBookings, isGone, type MemberRequest } from '../bookingScope'
import { toReason } from '../slotUnavailable'
import { seriesScope } from './seriesColumns'

export interface SeriesDate {
  index: number
  date: string
  startsAt: string
  endsAt: string
  dst: Occurrence['dst']
  isExcluded: boolean
  reasons: readonly Reason[]
  nearest: Slot | null
}

/** Consecutive dates with one rule. Moving the following dates begins another. */
export interface Segment {
  from: number
  startsAt: string
  endsAt: string
  rrule: string
}

export interface SeriesBooking {
  id: string
  index: number
  startsAt: string
  endsAt: string
  status: string
  exceptions: ExceptionGroup[]
  resourceIds: string[]
  isSeen: boolean
}

export type SeriesRecord = ApiRecord<typeof bookingSeries> & {
  resourceIds: string[]
  answers: Record<string, unknown>
}

export interface Series {
  record: SeriesRecord
  dates: SeriesDate[]
  segments: Segment[]
  isTotalAgreed: boolean
  bookings: ReadonlyMap<number, SeriesBooking>
}

export const toDate = (
  index: number,
  { day, startsAt, dst }: RuleOccurrence,
  endOf: (startsAt: number) => number,
): SeriesDate => ({
  index,
  date: formatLocalDate(day),
  startsAt: formatInstant(startsAt),
  endsAt: formatInstant(endOf(startsAt)),
  dst,
  isExcluded: false,
  reasons: [],
  nearest: null,
})

/** Keeps the elapsed time, or whole days at the same time of day. */
export const endKeeper = (
  { startsAt, endsAt, timeZone }: { startsAt: number; endsAt: number; timeZone: string },
  isDaily: boolean,
): ((start: number) => number) => {
  if (!isDaily) return start => start + endsAt - startsAt
  const zone = zoneOf(timeZone)
  const nights = zone.dayOf(endsAt) - zone.dayOf(startsAt)
  return start => zone.at(zone.dayOf(start) + nights, zone.minuteOfDay(endsAt))
}

export const toReasons = (reasons: readonly CheckEntry[]): Reason[] => reasons.map(toReason)

const readBookings = async (db: Transaction, request: MemberRequest, seriesId: string): Promise<SeriesBooking[]> => {
  const { rows } = await sql<SeriesBooking & { holdExpiresAt: string | null }>`
    select bookings.id, bookings.series_index as index, bookings.starts_at, bookings.ends_at, bookings.status,
      bookings.series_exceptions as exceptions, ${isOwn(request.caller) ?? sql`true`} as is_seen,
      (select coalesce(json_agg(allocations.resource_id order by resources.sort_order, resources.name, resources.id), '[]')
        from allocations join resources on resources.tenant_id = allocations.tenant_id and resources.id = allocations.resource_id
        where allocations.tenant_id = bookings.tenant_id and allocations.booking_id = bookings.id) as resource_ids
    from bookings where bookings.tenant_id = ${request.caller.tenant.id} and bookings.series_id = ${seriesId}
    order by bookings.series_index`.execute(db)
  return rows.map(row => ({
    ...row,
    startsAt: formatInstant(Date.parse(row.startsAt)),
    endsAt: formatInstant(Date.parse(row.endsAt)),
  }))
}

export const withDates = async (db: Transaction, request: MemberRequest, record: SeriesRecord): Promise<Series> => {
  const [{ rows }, found] = await Promise.all([
    sql<
      Pick<Series, 'dates' | 'segments' | 'isTotalAgreed'>
    >`select dates, segments, is_total_agreed from booking_series
      where tenant_id = ${record.tenantId} and id = ${record.id}`.execute(db),
    readBookings(db, request, record.id),
  ])
  const { dates = [], segments = [], isTotalAgreed = false } = rows[0] ?? {}
  return { record, dates, segments, isTotalAgreed, bookings: new Map(found.map(one => [one.index, one])) }
}

export const findSeries = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Series> => withDates(db, request, (await findRecord(db, seriesScope(request), id, options)) as SeriesRecord)

const toOccurrence = (date: SeriesDate, booking: SeriesBooking | undefined): Occurrence | null => {
  if (booking && !booking.isSeen) return null
  const { startsAt, endsAt, isExcluded, index, date: day, dst, reasons, nearest } = date
  const state = isExcluded ? 'excluded' : !booking ? 'skipped' : isGone(booking) ? 'cancelled' : 'booked'
  return {
    index,
    date: day,
    ruleStartsAt: startsAt,
    startsAt: booking?.startsAt ?? startsAt,
    endsAt: booking?.endsAt ?? endsAt,
    state,
    isMoved: booking !== undefined && booking.startsAt !== startsAt,
    exceptions: booking?.exceptions ?? [],
    dst,
    bookingId: booking?.id ?? null,
    resourceIds: booking?.resourceIds ?? [],
    requiresApproval: booking?.status === 'pending',
    reasons: [...reasons],
    nearest,
  }
}

export const occurrencesOf = ({ dates, bookings }: Pick<Series, 'dates' | 'bookings'>): Occurrence[] =>
  dates.flatMap(date => toOccurrence(date, bookings.get(date.index)) ?? [])

export const previewOf = (
  series: Pick<Series, 'dates' | 'bookings'>,
  checked: readonly JudgedOccurrence[],
  onConflict: 'fail' | 'skip' | 'nearest',
): Occurrence[] => {
  const byIndex = new Map(checked.map(one => [one.wanted.index, one]))
  return occurrencesOf(series).map(occurrence => {
    const one = byIndex.get(occurrence.index)
    if (!one) return occurrence
    const { booking, reasons, nearest } = one
    const found = { reasons: toReasons(reasons), nearest }
    if (!booking) {
      const stays = occurrence.state === 'booked' ? 'booked' : 'skipped'
      return { ...occurrence, ...found, state: onConflict === 'fail' ? 'conflict' : stays }
    }
    return {
      ...occurrence,
      ...found,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      state: 'booked',
      isMoved: booking.startsAt !== occurrence.ruleStartsAt,
      resourceIds: booking.allocations.map(({ resourceId }) => resourceId),
      requiresApproval: booking.requiresApproval,
    }
  })
}

export const answeredSeries = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
): Promise<BookingSeries & { version: number; tenantId: string }> => {
  const series = await findSeries(db, request, id)
  return { ...series.record, occurrences: occurrencesOf(series) } as never
}

/** @throws Problem `forbidden` for one in a calendar that the caller may not change */
export const lockOccurrences = async (
  db: Transaction,
  request: MemberRequest,
  found: readonly SeriesBooking[],
): Promise<BookingRecord[]> => {
  if (found.some(({ isSeen }) => !isSeen)) throw refusal('forbidden', 'refusal.ownCalendar')
  return findBookings(
    db,
    request,
    found.map(({ id }) => id),
    { lock: true },
  )
}
