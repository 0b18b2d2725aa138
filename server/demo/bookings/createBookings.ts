import { sql } from 'kysely'
import { DAY, formatInstant, MINUTE } from '../../../src/declare'
import { formatLocalDate, type ScheduleInput, type TimeslotInput, zoneOf } from '../../../src/scheduling'
import { loadSetup } from '../../features/availability/loadSetup'
import { keptColumns } from '../../features/bookings/createBooking'
import { freeUnits } from '../../features/bookings/freeUnits'
import { type Offer, totalFor } from '../../features/bookings/offer'
import { newReference } from '../../features/bookings/reference'
import { sharingOf } from '../../features/bookings/sharing'
import { spansText } from '../../features/bookings/spans'
import { generate } from '../../features/schedules/timeslots/generate'
import type { Services, Transaction } from '../../serve'
import { insertAll } from '../insertAll'
import { Chance } from './Chance'
import { daysAfter, daysBefore, type PlannedBooking, planBookings } from './planBookings'
import { planDemand } from './planDemand'

type Offered = Pick<Offer, 'catalogItemId' | 'price' | 'pricingUnit' | 'capacityMode'> & { waitlistEnabled: boolean }

const loadOffers = async (db: Transaction, tenantId: string): Promise<Map<string, Offered>> => {
  const rows = await db
    .selectFrom('variants')
    .where('tenantId', '=', tenantId)
    .select(['id', 'catalogItemId', 'priceAmount', 'priceCurrency', 'pricingUnit', 'capacityMode', 'waitlistEnabled'])
    .execute()
  return new Map(
    rows.map(({ id, priceAmount, priceCurrency, ...offer }) => [
      id,
      { ...offer, price: { amount: priceAmount, currency: priceCurrency } } as Offered,
    ]),
  )
}

const generateTimeslots = async (
  db: Transaction,
  tenantId: string,
  schedules: readonly ScheduleInput[],
  now: number,
): Promise<TimeslotInput[]> => {
  const lengths = await db
    .selectFrom('schedules')
    .where('tenantId', '=', tenantId)
    .where('mode', '=', 'timeslots')
    .select(['id', 'slotDurationMinutes', 'slotGapMinutes', 'slotCapacity'])
    .execute()
  for (const { id, ...slots } of lengths as Pick<ScheduleInput, 'id' | 'slotDurationMinutes'>[]) {
    const known = schedules.find(one => one.id === id)
    if (!known) continue
    const schedule = { ...known, ...slots }
    const zone = zoneOf(schedule.timeZone)
    const today = zone.dayOf(now)
    const options = { from: formatLocalDate(today - daysBefore), to: formatLocalDate(today + daysAfter) }
    await generate(db, { tenantId, schedule, options, dryRun: false, now: zone.startOfDay(today - daysBefore) })
  }
  return db
    .selectFrom('timeslots')
    .where('tenantId', '=', tenantId)
    .select(['id', 'scheduleId', 'startsAt', 'endsAt', 'capacity', 'status'])
    .orderBy('scheduleId')
    .orderBy('startsAt')
    .execute() as Promise<TimeslotInput[]>
}

interface TakenUnits {
  from: number
  until: number
  units: string
}

const rowsOf = (
  tenantId: string,
  planned: readonly PlannedBooking[],
  offers: ReadonlyMap<string, Offered>,
  ids: readonly string[],
) => {
  const unitsOn = new Map<string, TakenUnits[]>()
  const bookings: object[] = []
  const allocations: object[] = []
  for (const [
    index,
    { variant, channelId, customerId, quantity, result, status, createdAt, checkedInAt },
  ] of planned.entries()) {
    const id = ids[index] ?? ''
    const offer = offers.get(variant.id)
    if (!offer) continue
    const { startsAt, endsAt, timeslotId, timeZone } = result
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
    const total = totalFor(offer, result, quantity)
    const active = status !== 'cancelled'
    const isPaid = status === 'completed' || index % 3 === 0
    bookings.push({
      tenantId,
      id,
      reference: newReference(),
      catalogItemId: offer.catalogItemId,
      variantId: variant.id,
      channelId,
      customerId,
      startsAt,
      endsAt,
      timeZone,
      quantity,
      status,
      previousStatus: active ? null : 'confirmed',
      statusChangedAt: formatInstant(status === 'completed' || status === 'no_show' ? end : createdAt),
      timeslotId,
      priceAmount: offer.price.amount,
      priceCurrency: offer.price.currency,
      totalAmount: total.amount,
      totalCurrency: total.currency,
      paymentStatus: total.amount === 0 ? 'not_required' : !active ? 'unpaid' : isPaid ? 'paid' : 'unpaid',
      ...keptColumns(result),
      phases: JSON.stringify(result.phases),
      checkedInAt: checkedInAt === null ? null : formatInstant(checkedInAt),
      cancelledAt: active ? null : formatInstant(createdAt + 30 * MINUTE),
      cancelledBy: active ? null : 'customer',
      createdAt: formatInstant(createdAt),
      updatedAt: formatInstant(createdAt),
    })
    for (const { resourceId, bufferBeforeMinutes, bufferAfterMinutes, spanMinutes } of result.allocations) {
      const from = start - bufferBeforeMinutes * MINUTE
      const until = end + bufferAfterMinutes * MINUTE
      const others = unitsOn.get(resourceId) ?? []
      const overlapping = others.filter(one => one.from < until && from < one.until).map(one => one.units)
      const units = offer.capacityMode === 'pooled' ? freeUnits(overlapping, quantity) : '{[0,)}'
      if (active) unitsOn.set(resourceId, [...others, { from, until, units }])
      allocations.push({
        tenantId,
        bookingId: id,
        resourceId,
        variantId: variant.id,
        channelId,
        customerId,
        timeslotId,
        startsAt,
        endsAt,
        blockedFrom: formatInstant(from),
        blockedUntil: formatInstant(until),
        bufferBeforeMinutes,
        bufferAfterMinutes,
        spans: spansText(spanMinutes),
        quantity,
        capacityMode: offer.capacityMode,
        status,
        units,
        sharing: sharingOf({
          bookingId: id,
          variantId: variant.id,
          capacityMode: offer.capacityMode,
          startsAt,
          endsAt,
        }),
        active,
      })
    }
  }
  return { bookings, allocations }
}

const entriesOf = (
  planned: readonly PlannedBooking[],
  offers: ReadonlyMap<string, Offered>,
  { customerIds, channelId, now }: { customerIds: readonly string[]; channelId: string | null; now: number },
): object[] =>
  Array.from(offers)
    .filter(([, { waitlistEnabled }]) => waitlistEnabled)
    .flatMap(([variantId]) => {
      const taken = planned.find(
        ({ variant, status, result }) =>
          variant.id === variantId && status !== 'cancelled' && Date.parse(result.startsAt) > now + 2 * DAY,
      )
      const any = { startsAt: formatInstant(now + DAY), endsAt: formatInstant(now + daysAfter * DAY) }
      const wanted = taken ? { startsAt: taken.result.startsAt, endsAt: taken.result.endsAt } : any
      const others = customerIds.filter(id => id !== taken?.customerId)
      return [wanted, any].map((window, index) => ({
        ...{ variantId, customerId: others[index], channelId },
        windows: JSON.stringify([window]),
        joinedAt: formatInstant(now - (3 - index) * DAY),
      }))
    })

export const createBookings = (
  database: Services['database'],
  tenantId: string,
  { now, seed }: { now: number; seed: number },
) =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const setup = await loadSetup(db, tenantId, { subject: { everything: true } })
    const timeslots = await generateTimeslots(db, tenantId, setup.schedules, now)
    const offers = await loadOffers(db, tenantId)
    const customers = await db
      .selectFrom('customers')
      .where('tenantId', '=', tenantId)
      .where('isBlocked', '=', false)
      .select('id')
      .orderBy('name')
      .execute()
    const customerIds = customers.map(({ id }) => String(id))
    const planned = planBookings({ setup, timeslots, customerIds, now, seed })
    const made = await sql<{ id: string }>`select uuid_v7() as id from generate_series(1, ${planned.length})`.execute(
      db,
    )
    const ids = made.rows.map(({ id }) => id)
    const { bookings, allocations } = rowsOf(tenantId, planned, offers, ids)
    await insertAll(db, 'bookings', bookings)
    await insertAll(db, 'allocations', allocations)
    const entries = entriesOf(planned, offers, { customerIds, channelId: setup.tenant.defaultChannelId ?? null, now })
    await insertAll(
      db,
      'waitlistEntries',
      entries.map(entry => ({ tenantId, ...entry })),
    )
    const wishes = planDemand({ planned, customerIds, now, chance: new Chance(seed) })
    await insertAll(
      db,
      'demand',
      wishes.map(wish => ({ tenantId, ...wish })),
    )
    return planned.length
  })
