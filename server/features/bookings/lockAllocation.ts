import { type RawBuilder, sql } from 'kysely'
import { DAY } from '../../../src/declare'
import type { Booking } from '../../../src/resources/bookings'
import type { ResourceInput } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { countsCustomers, type Setup } from '../availability/loadSetup'

/** Adds ancestors and descendants: a booking of one blocks the others. */
export const withFamily = (resources: readonly ResourceInput[], ids: readonly string[]): Set<string> => {
  const parents = new Map(resources.map(({ id, parentResourceId }) => [id, parentResourceId ?? null]))
  const ancestors = (id: string): string[] => {
    const parent = parents.get(id)
    return parent ? [parent, ...ancestors(parent)] : []
  }
  const chosen = new Set(ids)
  const descendants = resources.filter(({ id }) => ancestors(id).some(one => chosen.has(one))).map(({ id }) => id)
  return new Set([...ids, ...ids.flatMap(ancestors), ...descendants])
}

/** Spans are in epoch milliseconds. */
export interface LockTargets {
  resourceIds: readonly string[]
  customerIds: readonly string[]
  spans: readonly { from: number; to: number }[]
}

const daysOf = ({ from, to }: LockTargets['spans'][number]): number[] => {
  const first = Math.floor(from / DAY)
  return Array.from({ length: Math.floor((to - 1) / DAY) - first + 1 }, (_, index) => first + index)
}

/**
 * Always in this order: resources with their families, timeslots by day, customers if a rule counts their bookings.
 * With advisory instead of row locks, resources stay editable, and heavy contention costs less.
 */
export const locksOf = (setup: Setup, { resourceIds, customerIds, spans }: LockTargets): RawBuilder<unknown>[] => {
  const timed = setup.schedules.filter(({ mode }) => mode === 'timeslots').map(({ id }) => id)
  const days = timed.length > 0 ? new Set(spans.flatMap(daysOf)) : []
  const names = [
    ...Array.from(withFamily(setup.resources, resourceIds), id => `booking ${id}`),
    ...timed.flatMap(id => Array.from(days, day => `booking ${id} ${day}`)),
    ...(countsCustomers(setup) ? customerIds.map(id => `booking ${id}`) : []),
  ]
  const places = sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by 1) as keys`
  if (timed.length === 0) return [places]
  // Excludes making or deleting timeslots (`lockTimeslots`).
  const schedules = timed.map(id => `the timeslots of ${id}`)
  const timeslots = sql`select pg_advisory_xact_lock_shared(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${schedules}::text[]) as name order by 1) as keys`
  return [timeslots, places]
}

export const lockPlaces = async (db: Transaction, setup: Setup, places: LockTargets): Promise<void> => {
  for (const lock of locksOf(setup, places)) await lock.execute(db)
}

/** The places that a customer's bookings take. */
export const lockPlacesOf = (
  db: Transaction,
  setup: Setup,
  bookings: readonly Pick<Booking, 'resourceIds' | 'startsAt' | 'endsAt'>[],
  customerId: string | null,
): Promise<void> =>
  lockPlaces(db, setup, {
    resourceIds: [...new Set(bookings.flatMap(one => one.resourceIds))],
    customerIds: customerId ? [customerId] : [],
    spans: bookings.map(one => ({ from: Date.parse(one.startsAt), to: Date.parse(one.endsAt) })),
  })

/** SQL: whether the customer is now locked. Waiting would break the lock order for callers that hold places. */
export const tryLockCustomer = (customerId: string): RawBuilder<boolean> =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${`booking ${customerId}`}, 0))`
