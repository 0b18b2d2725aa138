import { sql } from 'kysely'
import { DAY } from '../../../../src/declare'
import type { bookingSeries } from '../../../../src/resources/bookingSeries'
import type { SeriesScope } from '../../../../src/resources/bookingSeriesActions'
import type { Booking } from '../../../../src/resources/bookings'
import { ABOUT_TIME_CODES, formatLocalDate, parseLocalDate, zoneOf } from '../../../../src/scheduling'
import type { BookingSeries, ExceptionGroup } from '../../../../src/scheduling/series/answers'
import type { JudgedOccurrence, WantedOccurrence } from '../../../../src/scheduling/series/judgeSeries'
import { occurrenceOn, ruleOccurrences } from '../../../../src/scheduling/series/occurrences'
import { maxOccurrences } from '../../../../src/scheduling/series/recurrence'
import { type ActionsOf, invalidField, type UnitOfWork } from '../../../serve'
import { tellCustomer } from '../../notifications/tellCustomer'
import { reofferFreedTimes } from '../../waitlist/freedTime'
import { settleWaiting, waitingOf } from '../../waitlist/settleWaiting'
import * as ofBooking from '../actions'
import { allocateAll, removeAllocations } from '../allocations'
import { type BookingRecord, type MemberRequest, requireOwn } from '../bookingScope'
import { type Held, ownPlace, saveBooking } from '../changeBooking'
import { loadPlaceSetup, requireKnown } from '../checkAllocation'
import { keptColumns, overridesOf, takenBy } from '../createBooking'
import { lockPlacesOf } from '../lockAllocation'
import { loadOffer, totalFor } from '../offer'
import { requireAction } from '../requireAction'
import { requireTime } from '../requireTime'
import {
  acceptedOf,
  bookOccurrences,
  decideAllocations,
  requirePlaces,
  type SeriesPlace,
  standingOf,
} from './placeSeries'
import { saveSeries } from './saveSeries'
import { bookingAt, bookingsOn, dateAt, datesIn, nothingInScope } from './scopeOf'
import { extendedSegments, isMonthlyFrom, lastSegment, movedSegments } from './segments'
import { longest } from './seriesRule'
import {
  answeredSeries,
  endKeeper,
  lockOccurrences,
  previewOf,
  type Segment,
  type Series,
  type SeriesDate,
  toDate,
  toReasons,
} from './seriesState'

type Actions = ActionsOf<typeof bookingSeries>
export type InputOf<N extends keyof Actions> = Parameters<Actions[N]>[0]['input']

export interface HeldSeries {
  unit: UnitOfWork
  request: MemberRequest
  series: Series
}

type Answer = Promise<BookingSeries>

const open = ['held', 'pending', 'confirmed']

const placeOf = (
  { request, series: { record } }: HeldSeries,
  options: Pick<SeriesPlace, 'onConflict' | 'override'> & Partial<SeriesPlace>,
): SeriesPlace => ({
  tenantId: record.tenantId,
  variantId: record.variantId,
  channelId: record.channelId,
  customerId: record.customerId,
  timeZone: record.timeZone,
  now: request.services.now(),
  nearestWithinDays: record.nearestWithinDays,
  keepResources: record.keepResources,
  ...options,
})

const requireResources = async (
  { unit: { db }, series: { record } }: HeldSeries,
  resourceIds: readonly string[],
): Promise<void> => {
  const { tenantId, variantId, channelId, customerId } = record
  const setup = await loadPlaceSetup(db, { tenantId, variantId, customerId })
  requireKnown(setup, { variantId, channelId, customerId, resourceIds, endsAt: 0 })
}

const answer = ({ unit, request, series }: HeldSeries): Answer => answeredSeries(unit.db, request, series.record.id)

const preview = async (
  held: HeldSeries,
  dates: readonly SeriesDate[],
  checked: readonly JudgedOccurrence[],
  { onConflict }: SeriesPlace,
): Answer => ({
  ...(await answer(held)),
  occurrences: previewOf({ dates: [...dates], bookings: held.series.bookings }, checked, onConflict),
})

const checkedDates = (dates: readonly SeriesDate[], checked: readonly JudgedOccurrence[]): SeriesDate[] => {
  const found = new Map(checked.map(one => [one.wanted.index, one]))
  return dates.map(date => {
    const one = found.get(date.index)
    return one ? { ...date, reasons: toReasons(one.reasons), nearest: one.nearest } : date
  })
}

const onBooking = async (
  held: HeldSeries,
  { occurrence, notify }: { occurrence: number | null; notify: boolean },
  action: Parameters<typeof requireAction>[1],
  work: (held: Held) => Promise<unknown>,
): Answer => {
  const { unit, request, series } = held
  const [before] = await lockOccurrences(unit.db, request, [bookingAt(series, occurrence)])
  if (!before) throw nothingInScope()
  const one = { unit, request, before }
  requireAction(one, action)
  if (notify) tellCustomer(unit.db, before.id)
  await work(one)
  await saveSeries(unit, request, series, { scope: 'this', bookingCount: 1 })
  return answer(held)
}

const onEach = async (
  held: HeldSeries,
  { scope, occurrence, notify }: { scope: SeriesScope; occurrence: number | null; notify: boolean },
  statuses: readonly string[],
  work: (held: Held) => Promise<unknown>,
): Answer => {
  const { unit, request, series } = held
  const dates = datesIn(series, { scope, occurrence }, request.services.now())
  const found = await lockOccurrences(unit.db, request, bookingsOn(series, dates, statuses))
  if (found.length === 0) throw nothingInScope()
  await reofferFreedTimes(unit, request, found)
  await lockTheirPlaces(held, found)
  for (const before of found) {
    if (notify) tellCustomer(unit.db, before.id)
    await work({ unit, request, before, isWithSeries: true })
  }
  await saveSeries(unit, request, series, { scope, bookingCount: found.length })
  return answer(held)
}

export const lockTheirPlaces = async (
  { unit: { db }, series: { record } }: HeldSeries,
  found: readonly BookingRecord[],
): Promise<void> => {
  const { tenantId, variantId, customerId } = record
  const setup = await loadPlaceSetup(db, { tenantId, variantId, customerId })
  await lockPlacesOf(db, setup, found, customerId)
}

/** pending → confirmed */
export const approve = (held: HeldSeries, input: InputOf<'approve'>): Answer =>
  input.scope === 'this'
    ? onBooking(held, input, 'approve', ofBooking.approve)
    : onEach(held, input, ['pending'], ofBooking.approve)

/** pending → declined */
export const decline = (held: HeldSeries, input: InputOf<'decline'>): Answer => {
  const work = (one: Held) => ofBooking.decline(one, input)
  return input.scope === 'this' ? onBooking(held, input, 'decline', work) : onEach(held, input, ['pending'], work)
}

/** held, pending, confirmed → cancelled */
export const cancel = (held: HeldSeries, input: InputOf<'cancel'>): Answer => {
  const work = (one: Held) => ofBooking.cancel(one, input)
  return input.scope === 'this' ? onBooking(held, input, 'cancel', work) : onEach(held, input, open, work)
}

/** An exception keeps its values unless the call overwrites them. */
const isExcepted = (
  { bookings }: Series,
  index: number | null,
  group: ExceptionGroup,
  overwriteExceptions: boolean,
): boolean => !overwriteExceptions && index !== null && (bookings.get(index)?.exceptions.includes(group) ?? false)

/** All at once, since each may take a place that another leaves. */
const movePlaces = async (
  held: HeldSeries,
  place: SeriesPlace,
  checked: readonly JudgedOccurrence[],
  bookings: readonly BookingRecord[],
  notify: boolean,
  save: (held: Held, accepted: ReturnType<typeof acceptedOf>[number]) => Promise<BookingRecord>,
): Promise<number> => {
  const { unit, request } = held
  const { tenantId, variantId, channelId, now } = place
  const { capacityMode } = await loadOffer(unit.db, tenantId, variantId)
  const byIndex = new Map(bookings.map(one => [one.seriesIndex, one]))
  const moving = acceptedOf(checked).flatMap(accepted => {
    const before = byIndex.get(accepted.wanted.index)
    return before ? [{ accepted, before }] : []
  })
  for (const { accepted } of moving) requireOwn(request, takenBy(accepted.booking))
  const turns = await removeAllocations(
    unit.db,
    tenantId,
    moving.map(({ before }) => before.id),
  )
  await allocateAll(
    unit,
    moving.map(({ accepted: { booking }, before }) => ({
      question: { ...ownPlace({ unit, request, before }), channelId, now },
      result: booking,
      taker: {
        bookingId: before.id,
        status: before.status,
        capacityMode,
        quantity: before.quantity,
        holdExpiresAt: before.holdExpiresAt,
        bookedAt: turns.get(before.id),
      },
    })),
  )
  const waiting = moving[0] ? await waitingOf(unit.db, request, moving[0].before) : []
  for (const { accepted, before } of moving) {
    if (notify) tellCustomer(unit.db, before.id)
    const after = await save({ unit, request, before, isWithSeries: true }, accepted)
    await settleWaiting(unit, request, after, waiting)
  }
  return moving.length
}

const wantedOf = (
  before: BookingRecord,
  standing: WantedOccurrence['standing'],
  over: Pick<WantedOccurrence, 'startsAt' | 'endsAt' | 'resourceIds' | 'phases'>,
): WantedOccurrence => ({
  index: before.seriesIndex ?? 0,
  quantity: before.quantity,
  customerId: before.customerId,
  standing,
  ...over,
})

const withOverrides = (before: BookingRecord, overrides: ReturnType<typeof overridesOf>): string =>
  JSON.stringify([...(before.overrides ?? []), ...overrides])

export const without = (groups: readonly ExceptionGroup[]) =>
  sql`array(select unnest(bookings.series_exceptions) except select unnest(${groups}::text[]))`

const toSpans = (
  wanted: readonly WantedOccurrence[],
  endOf: (startsAt: number) => number,
  { nearestWithinDays }: SeriesPlace,
) =>
  wanted.map(({ startsAt, endsAt }) => ({
    from: startsAt - (nearestWithinDays + 1) * DAY,
    to: (endsAt ?? endOf(startsAt)) + (nearestWithinDays + 1) * DAY,
  }))

const checkSkipped = (
  { unit, series: { record } }: HeldSeries,
  dates: readonly SeriesDate[],
  { place, hasFixedLength }: { place: SeriesPlace; hasFixedLength: boolean },
): Promise<JudgedOccurrence[]> =>
  decideAllocations(
    unit.db,
    { ...place, onConflict: 'skip', override: false },
    dates.map(date => ({
      ...{ index: date.index, startsAt: Date.parse(date.startsAt), quantity: record.quantity },
      endsAt: hasFixedLength ? null : Date.parse(date.endsAt),
      ...{ resourceIds: record.resourceIds, customerId: record.customerId, standing: [] },
    })),
    { lock: false },
  )

const saveMoved = (
  one: Held,
  booking: Parameters<Parameters<typeof movePlaces>[5]>[1]['booking'],
  { overwritten, reason }: { overwritten: readonly ExceptionGroup[]; reason: string | null },
) =>
  saveBooking(
    one,
    {
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      timeZone: booking.timeZone,
      ...keptColumns(booking),
      rescheduleCount: one.before.rescheduleCount + 1,
      icalSequence: one.before.icalSequence + 1,
    },
    {
      timeslotId: booking.timeslotId,
      overrides: withOverrides(one.before, overridesOf(booking, reason)),
      seriesExceptions: without(overwritten),
    },
  )

export const reschedule = async (held: HeldSeries, input: InputOf<'reschedule'>): Answer => {
  const { unit, request, series } = held
  const { record, segments } = series
  const now = request.services.now()
  await requireResources(held, input.resourceIds)
  const named = dateAt(series, input.occurrence)
  if (input.scope === 'this' && !input.dryRun)
    return onBooking(held, input, 'reschedule', one => ofBooking.reschedule(one, { ...input, reprice: false }))
  requireTime(input, now)
  const zone = zoneOf(record.timeZone)
  const startsAt = Date.parse(input.startsAt)
  const days = zone.dayOf(startsAt) - parseLocalDate(named.date)
  const minute = zone.minuteOfDay(startsAt)
  const isOne = input.scope === 'this'
  const affected = isOne ? [named] : datesIn(series, input, now)
  const from = Math.min(...affected.map(({ index }) => index))
  if (days !== 0 && !isOne && isMonthlyFrom(segments, from)) throw invalidField('startsAt', 'validation.monthlyStays')

  const { durationType } = await loadOffer(unit.db, record.tenantId, record.variantId)
  const isDaily = durationType === 'daily'
  const own = { startsAt: Date.parse(named.startsAt), endsAt: Date.parse(named.endsAt), timeZone: record.timeZone }
  const given = input.endsAt === null ? own : { ...own, startsAt, endsAt: Date.parse(input.endsAt) }
  const endOf = endKeeper(given, isDaily)
  const indexes = new Set(affected.map(({ index }) => index))
  const dates = series.dates.map(date => {
    if (!indexes.has(date.index)) return date
    const moved = occurrenceOn(zone, parseLocalDate(date.date) + days, minute)
    return { ...toDate(date.index, moved, endOf), isExcluded: date.isExcluded, reasons: date.reasons, nearest: null }
  })

  const moves = bookingsOn(series, affected, open).filter(
    // The named occurrence moves even as an exception.
    ({ index }) => index === named.index || !isExcepted(series, index, 'time', input.overwriteExceptions),
  )
  const found = await lockOccurrences(unit.db, request, moves)
  if (found.length === 0) throw nothingInScope()
  for (const before of input.dryRun ? [] : found)
    await ofBooking.requireReasonWhenLate({ unit, request, before }, 'reschedule', input.reason)
  const standing = await standingOf(
    unit.db,
    record.tenantId,
    found.map(({ id }) => id),
  )
  const byIndex = new Map(dates.map(date => [date.index, date]))
  const wanted = found.map(before => {
    const date = byIndex.get(before.seriesIndex ?? 0) ?? named
    const keepsOwn =
      input.resourceIds.length === 0 || isExcepted(series, before.seriesIndex, 'resources', input.overwriteExceptions)
    return wantedOf(before, standing.get(before.id) ?? [], {
      startsAt: Date.parse(date.startsAt),
      endsAt: durationType === 'fixed' && input.endsAt === null ? null : Date.parse(date.endsAt),
      resourceIds: !keepsOwn ? input.resourceIds : input.anyResource ? [] : before.resourceIds,
    })
  })
  const place = placeOf(held, {
    onConflict: input.onConflict,
    nearestWithinDays: input.nearestWithinDays,
    override: input.override,
  })
  const leaving = found.map(({ id }) => id)
  if (!input.dryRun) await reofferFreedTimes(unit, request, found, toSpans(wanted, endOf, place))
  const checked = await decideAllocations(unit.db, place, wanted, { lock: !input.dryRun, leaving })
  // The rule stays when only one of its dates moves.
  if (input.dryRun) return preview(held, isOne ? series.dates : dates, checked, place)
  requirePlaces(place, checked, previewOf({ dates, bookings: series.bookings }, checked, place.onConflict))
  const isPinning = input.resourceIds.length > 0 && input.overwriteExceptions
  const overwritten: ExceptionGroup[] = isPinning ? ['time', 'resources'] : ['time']
  const bookingCount = await movePlaces(held, place, checked, found, input.notify, (one, { booking }) =>
    saveMoved(one, booking, { overwritten, reason: input.reason }),
  )
  const free = dates.filter(
    ({ index, isExcluded, startsAt: at }) =>
      indexes.has(index) && !isExcluded && !series.bookings.has(index) && Date.parse(at) > now,
  )
  const leftOut = await checkSkipped(held, free, { place, hasFixedLength: durationType === 'fixed' })
  await saveSeries(unit, request, series, {
    dates: checkedDates(dates, [...checked, ...leftOut]),
    segments: movedSegments(segments, dates, { from, days }),
    scope: input.scope,
    bookingCount,
  })
  return answer(held)
}

export const reassign = async (held: HeldSeries, input: InputOf<'reassign'>): Answer => {
  const { unit, request, series } = held
  const { record } = series
  const { resourceIds, override, reason, dryRun } = input
  await requireResources(held, resourceIds)
  if (input.scope === 'this' && !dryRun)
    return onBooking(held, input, 'reassign', one =>
      ofBooking.reassign(one, { resourceIds, override, reason, notify: input.notify }),
    )
  const affected =
    input.scope === 'this' ? [dateAt(series, input.occurrence)] : datesIn(series, input, request.services.now())
  const moves = bookingsOn(series, affected, open).filter(
    ({ index }) => input.scope === 'this' || !isExcepted(series, index, 'resources', false),
  )
  const found = await lockOccurrences(unit.db, request, moves)
  if (found.length === 0) throw nothingInScope()
  const leaving = found.map(({ id }) => id)
  const standing = await standingOf(unit.db, record.tenantId, leaving)
  const wanted = found.map(before =>
    wantedOf(before, standing.get(before.id) ?? [], {
      startsAt: Date.parse(before.startsAt),
      endsAt: Date.parse(before.endsAt),
      resourceIds,
      phases: before.phases,
    }),
  )
  const place = placeOf(held, { onConflict: input.onConflict, override, ignore: ABOUT_TIME_CODES })
  if (!dryRun) await reofferFreedTimes(unit, request, found)
  const checked = await decideAllocations(unit.db, place, wanted, { lock: !dryRun, leaving })
  if (dryRun) return preview(held, series.dates, checked, place)
  requirePlaces(place, checked, previewOf(series, checked, place.onConflict))
  const bookingCount = await movePlaces(held, place, checked, found, input.notify, (one, { booking }) =>
    saveBooking(
      one,
      { timeZone: booking.timeZone, ...keptColumns(booking), icalSequence: one.before.icalSequence + 1 },
      { timeslotId: booking.timeslotId, overrides: withOverrides(one.before, overridesOf(booking, reason)) },
    ),
  )
  await saveSeries(unit, request, series, { resourceIds, scope: input.scope, bookingCount })
  return answer(held)
}

/** Payments of earlier dates do not cover a later one; an exemption does. */
const laterPaymentStatus = (
  { paymentStatus, total: first }: Series['record'],
  { amount }: Booking['total'],
): Booking['paymentStatus'] => {
  const isExempt = paymentStatus === 'not_required' && first.amount > 0
  return amount > 0 && !isExempt ? 'unpaid' : 'not_required'
}

interface AddingDates {
  isDryRun: boolean
  notify: boolean
  segments?: readonly Segment[]
  elsewhere?: { startsAt: number | null; resourceIds: readonly string[] }
}

const bookDates = async (
  held: HeldSeries,
  dates: readonly SeriesDate[],
  indexes: ReadonlySet<number>,
  place: SeriesPlace,
  { isDryRun, notify, segments, elsewhere }: AddingDates,
): Answer => {
  const { unit, request, series } = held
  const { record } = series
  const { tenantId, variantId, customerId } = place
  const offer = await loadOffer(unit.db, tenantId, variantId)
  const setup = await loadPlaceSetup(unit.db, { tenantId, variantId, customerId })
  const resourceIds = elsewhere?.resourceIds.length ? elsewhere.resourceIds : record.resourceIds
  const { durationType } = requireKnown(setup, { ...place, resourceIds, endsAt: place.now })
  const wanted = dates
    .filter(({ index }) => indexes.has(index))
    .map(date => {
      const own = { startsAt: Date.parse(date.startsAt), endsAt: Date.parse(date.endsAt), timeZone: record.timeZone }
      const endOf = endKeeper(own, durationType === 'daily')
      const startsAt = elsewhere?.startsAt ?? Date.parse(date.startsAt)
      return {
        index: date.index,
        startsAt,
        endsAt: durationType === 'fixed' ? null : endOf(startsAt),
        quantity: record.quantity,
        ...{ resourceIds, customerId, standing: [] },
      }
    })
  const [first] = [...series.bookings.values()].filter(({ status }) => open.includes(status) || status === 'completed')
  const preferring = { ...place, preferredResourceIds: first?.resourceIds ?? [] }
  const checked = await decideAllocations(unit.db, preferring, wanted, { lock: !isDryRun, setup })
  if (isDryRun) return preview(held, dates, checked, place)
  requirePlaces(place, checked, previewOf({ dates: [...dates], bookings: series.bookings }, checked, place.onConflict))
  const accepted = acceptedOf(checked)
  const { channelId, notes, internalNotes, answers } = record
  const booked = await bookOccurrences(unit, request, preferring, accepted, {
    ...{ seriesId: record.id, offer, answers, reason: null },
    totalOf: (booking, quantity) => (series.isTotalAgreed ? record.total : totalFor(offer, booking, quantity)),
    paymentStatusOf: total => laterPaymentStatus(record, total),
    ...(typeof elsewhere?.startsAt === 'number' && { exceptions: ['time'] as const }),
    values: { customerId, channelId, notes, internalNotes, sendsReminders: notify },
  })
  if (notify) for (const { id } of booked) tellCustomer(unit.db, id)
  await saveSeries(unit, request, series, {
    dates: checkedDates(dates, checked),
    ...(segments && { segments }),
    scope: null,
    bookingCount: accepted.length,
  })
  return answer(held)
}

type Retry = InputOf<'retrySkipped'> & { indexes?: number[] | null }

/** Named dates may be excluded ones; a single one may take another time. */
export const retrySkipped = async (held: HeldSeries, input: Retry): Answer => {
  const { indexes, startsAt, resourceIds, onConflict, nearestWithinDays, notify, dryRun } = input
  const { request, series } = held
  const now = request.services.now()
  if (startsAt !== null && indexes?.length !== 1) throw invalidField('startsAt', 'validation.oneDate')
  if (startsAt !== null) requireTime({ startsAt, endsAt: null }, now)
  await requireResources(held, resourceIds)
  const left = series.dates.filter(
    date => !series.bookings.has(date.index) && (startsAt !== null || Date.parse(date.startsAt) > now),
  )
  const meant = left.filter(({ index, isExcluded }) => indexes?.includes(index) ?? !isExcluded)
  if (indexes?.some(index => !left.some(one => one.index === index)))
    throw invalidField('indexes', 'validation.noOccurrence')
  if (meant.length === 0) throw nothingInScope()
  const place = placeOf(held, { onConflict, override: false, ...(nearestWithinDays !== null && { nearestWithinDays }) })
  const included = new Set(meant.map(({ index }) => index))
  const dates = series.dates.map(date => (included.has(date.index) ? { ...date, isExcluded: false } : date))
  return bookDates(held, dates, included, place, {
    ...{ isDryRun: dryRun, notify },
    elsewhere: { startsAt: startsAt === null ? null : Date.parse(startsAt), resourceIds },
  })
}

export const extend = async (held: HeldSeries, input: InputOf<'extend'>): Answer => {
  const { unit, request, series } = held
  const { record, segments, dates } = series
  const now = request.services.now()
  if (input.count === null && input.untilDate === null) throw invalidField('count', 'validation.countOrUntil')
  const field = input.count === null ? 'untilDate' : 'count'
  const { segment, rule } = lastSegment(segments)
  const zone = zoneOf(record.timeZone)
  const known = dates.length - segment.from
  const until = input.untilDate === null ? null : { day: parseLocalDate(input.untilDate) }
  const all = ruleOccurrences(
    { ...rule, count: null, until },
    { zone, startsAt: Date.parse(segment.startsAt) },
    { most: known + (input.count ?? maxOccurrences + 1), horizon: now + longest },
  )
  const added = all.slice(known)
  if (added.length < (until ? 1 : (input.count ?? 1))) throw invalidField(field, 'validation.tooFarAway', { max: 3 })
  const { durationType } = await loadOffer(unit.db, record.tenantId, record.variantId)
  const { startsAt, endsAt } = segment
  const first = { startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt), timeZone: record.timeZone }
  const endOf = endKeeper(first, durationType === 'daily')
  const more = [...dates, ...added.map((one, index) => toDate(dates.length + index, one, endOf))]
  if (more.filter(one => Date.parse(one.startsAt) > now).length > maxOccurrences)
    throw invalidField(field, 'validation.tooManyDates', { max: maxOccurrences })
  const last = added.at(-1)
  const { nearestWithinDays } = input
  const place = placeOf(held, {
    ...{ onConflict: input.onConflict, override: false },
    ...(nearestWithinDays !== null && { nearestWithinDays }),
  })
  return bookDates(held, more, new Set(more.slice(dates.length).map(({ index }) => index)), place, {
    isDryRun: input.dryRun,
    notify: input.notify,
    segments: extendedSegments(segments, more.length, last ? formatLocalDate(last.day) : ''),
  })
}
