import type { calls } from '../../../../src/calls'
import { formatInstant } from '../../../../src/declare'
import type { CheckResult } from '../../../../src/scheduling'
import { formatLocalDate } from '../../../../src/scheduling'
import type { JudgedOccurrence, WantedOccurrence } from '../../../../src/scheduling/series/judgeSeries'
import { formatRecurrence } from '../../../../src/scheduling/series/recurrence'
import { insertRecord, type RequestOf, type Transaction, type UnitOfWork } from '../../../serve'
import { readSetupState, type Setup, type SetupState } from '../../availability/loadSetup'
import { tellCustomer } from '../../notifications/tellCustomer'
import { bookedCustomer, findCustomer } from '../bookedCustomer'
import type { MemberRequest } from '../bookingScope'
import { loadPlaceSetup, missing, requireKnown } from '../checkAllocation'
import { requireComplete, requireTotal } from '../createBooking'
import { loadOffer, type Offer, totalFor } from '../offer'
import { newReference } from '../reference'
import { requireTime } from '../requireTime'
import {
  acceptedOf,
  bookOccurrences,
  decideAllocations,
  loadPlaces,
  requirePlaces,
  type SeriesPlace,
} from './placeSeries'
import { seriesScope } from './seriesColumns'
import { firstDates, firstOf, readRule } from './seriesRule'
import { answeredSeries, endKeeper, previewOf, type SeriesDate, toDate, toReasons } from './seriesState'

type Input = RequestOf<typeof calls.bookingSeries.create>['body']

interface Planned {
  state: SetupState
  setup: Setup
  offer: Offer
  place: SeriesPlace
  channelId: string
  rrule: string
  startsAt: string
  endsAt: string
  quantity: number
  dates: SeriesDate[]
  wanted: WantedOccurrence[]
  totalOf: (booking: CheckResult, quantity: number) => Offer['price']
}

const plan = async (
  db: Transaction,
  request: MemberRequest,
  input: Input,
  customerOf: (channelId: string) => Promise<string | null>,
): Promise<Planned> => {
  const { caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  requireTime(input, now)
  const { variantId, resourceIds } = input
  const first = await readSetupState(db, tenantId, input.customerId)
  const offer = await loadOffer(db, tenantId, variantId, first)
  const channelId = input.channelId ?? offer.defaultChannelId
  if (!channelId) throw missing('channelId', 'channel')
  const customerId = await customerOf(channelId)
  if (!input.dryRun) requireComplete({ hold: false, answers: input.answers }, offer, customerId)
  const state = customerId === input.customerId ? first : await readSetupState(db, tenantId, customerId)
  const setup = await loadPlaceSetup(db, { tenantId, variantId, customerId, state })
  const [startsAt, end] = [Date.parse(input.startsAt), input.endsAt === null ? null : Date.parse(input.endsAt)]
  const { durationType } = requireKnown(setup, { variantId, channelId, customerId, resourceIds, endsAt: end })

  const rule = readRule(input.rrule, setup.tenant.weekStartsOn ?? 1)
  const { zone, endsAt } = firstOf(setup, { variantId, channelId, resourceIds }, { startsAt, endsAt: end }, now)
  const { timeZone } = zone
  const endOf = endKeeper({ startsAt, endsAt, timeZone }, durationType === 'daily')
  const excluded = new Set(input.exDates)
  const dates = firstDates(rule, { zone, startsAt }, { exDates: input.exDates, now }).map((one, index) => ({
    ...toDate(index, one, endOf),
    isExcluded: excluded.has(formatLocalDate(one.day)),
  }))
  const quantity = input.quantity ?? offer.minQuantity
  const { onConflict, nearestWithinDays, keepResources, override } = input
  return {
    ...{ state, setup, offer, channelId, quantity, dates },
    place: {
      ...{ tenantId, variantId, channelId, customerId, timeZone, now },
      ...{ onConflict, nearestWithinDays, keepResources, override },
    },
    rrule: formatRecurrence(rule),
    startsAt: formatInstant(startsAt),
    endsAt: formatInstant(endsAt),
    wanted: dates
      .filter(({ isExcluded }) => !isExcluded)
      .map(date => ({
        index: date.index,
        startsAt: Date.parse(date.startsAt),
        endsAt: durationType === 'fixed' ? null : Date.parse(date.endsAt),
        quantity: input.quantity ?? undefined,
        ...{ resourceIds, customerId, standing: [] },
      })),
    totalOf: (booking, of) => requireTotal(input.total, totalFor(offer, booking, of), input.reason),
  }
}

/** Writes and locks nothing. */
export const previewSeries = async (db: Transaction, request: MemberRequest, input: Input) => {
  const planned = await plan(db, request, input, () => findCustomer(db, request.caller.tenant.id, input))
  const check = await loadPlaces(db, planned.place, planned.wanted, { lock: false, setup: planned.setup })
  return async () => previewed(planned, input, await check())
}

const previewed = (planned: Planned, input: Input, checked: readonly JudgedOccurrence[]) => {
  const { place, dates, wanted, offer, quantity } = planned
  const occurrences = previewOf({ dates, bookings: new Map() }, checked, place.onConflict)
  const booked = occurrences.filter(({ state }) => state === 'booked')
  const [first] = acceptedOf(checked)
  return {
    id: null,
    reference: null,
    variantId: place.variantId,
    channelId: planned.channelId,
    customerId: place.customerId,
    startsAt: planned.startsAt,
    endsAt: planned.endsAt,
    timeZone: place.timeZone,
    rrule: planned.rrule,
    exDates: input.exDates,
    quantity,
    total: first ? planned.totalOf(first.booking, quantity) : (input.total ?? offer.price),
    occurrenceCount: wanted.length,
    bookedCount: booked.length,
    movedCount: booked.filter(({ isMoved }) => isMoved).length,
    skippedCount: wanted.length - booked.length,
    nextStartsAt: booked.map(({ startsAt }) => startsAt).sort()[0] ?? null,
    occurrences,
  }
}

/**
 * Books all accepted dates, or nothing.
 * @throws SlotUnavailable, or Problem for refused input
 */
export const createSeries = async (unit: UnitOfWork, request: MemberRequest, input: Input) => {
  const { db } = unit
  const planned = await plan(db, request, input, channelId => bookedCustomer(unit, request, { ...input, channelId }))
  const { state, place, setup, dates, wanted, offer, channelId, quantity } = planned
  const checked = await decideAllocations(db, place, wanted, { lock: true, setup })
  requirePlaces(place, checked, previewOf({ dates, bookings: new Map() }, checked, place.onConflict))
  const accepted = acceptedOf(checked)
  const [first] = accepted
  if (!first) throw new Error('A series without a booking was not refused.')
  const total = planned.totalOf(first.booking, quantity)
  const paymentStatus = input.paymentStatus ?? (total.amount > 0 ? 'unpaid' : 'not_required')
  const { notes, internalNotes } = input
  const { customerId } = place
  const answers = input.answers ?? {}

  const found = new Map(checked.map(one => [one.wanted.index, one]))
  const stored = dates.map(date => {
    const { reasons = [], nearest = null } = found.get(date.index) ?? {}
    return { ...date, reasons: toReasons(reasons), nearest }
  })
  const scope = seriesScope(request)
  const columns = {
    id: state.newId,
    dates: JSON.stringify(stored),
    dateCount: dates.length,
    segments: JSON.stringify([{ from: 0, startsAt: planned.startsAt, endsAt: planned.endsAt, rrule: planned.rrule }]),
    resourceIds: JSON.stringify(input.resourceIds),
    answers: JSON.stringify(answers),
    isTotalAgreed: total.amount !== totalFor(offer, first.booking, quantity).amount,
    createdBy: request.caller.userId,
  }
  const values = { channelId, customerId, notes, internalNotes }
  await insertRecord(
    unit,
    { ...scope, hooks: { ...scope.hooks, columns: () => columns } },
    {
      ...values,
      paymentStatus,
      reference: newReference(),
      variantId: place.variantId,
      startsAt: planned.startsAt,
      endsAt: planned.endsAt,
      timeZone: place.timeZone,
      rrule: planned.rrule,
      exDates: input.exDates,
      ...{ quantity, total },
      onConflict: input.onConflict,
      nearestWithinDays: input.nearestWithinDays,
      keepResources: input.keepResources,
      occurrenceCount: wanted.length,
    },
  )
  const booked = await bookOccurrences(unit, request, place, accepted, {
    ...{ seriesId: state.newId, offer, values: { ...values, sendsReminders: input.notify }, answers },
    paymentStatusOf: () => paymentStatus,
    reason: input.reason,
    totalOf: planned.totalOf,
  })
  if (input.notify) for (const { id } of booked) tellCustomer(db, id)
  return answeredSeries(db, request, state.newId)
}
