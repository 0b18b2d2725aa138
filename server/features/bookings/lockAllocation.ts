import { sql } from 'kysely'
import type { ResourceInput } from '../../../src/scheduling'
import { DAY } from '../../../src/time/instant'
import type { Transaction } from '../../db/database'
import { countsCustomers, type Setup } from '../availability/loadSetup'

/** These resources with all their ancestors and parts, since a booking of one blocks the others. */
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

interface Place {
  resourceIds: readonly string[]
  customerId: string | null
  startsAt: number
  endsAt: number
}

/**
 * Locks a place until the transaction ends: the resources with their families, the days' timeslots, and the customer if a
 * rule counts their bookings. Locks are always taken in the same order. All statements are sent before the first wait, so
 * whatever the caller sends next runs after them.
 *
 * Advisory locks instead of row locks: resources stay editable, and heavy contention costs less.
 */
export const lockAllocation = async (
  db: Transaction,
  setup: Setup,
  { resourceIds, customerId, startsAt, endsAt }: Place,
): Promise<void> => {
  const timed = setup.schedules.filter(({ mode }) => mode === 'timeslots').map(({ id }) => id)
  const firstDay = Math.floor(startsAt / DAY)
  const days = Array.from({ length: Math.floor((endsAt - 1) / DAY) - firstDay + 1 }, (_, index) => firstDay + index)
  const names = [
    ...Array.from(withFamily(setup.resources, resourceIds), id => `booking ${id}`),
    ...timed.flatMap(id => days.map(day => `booking ${id} ${day}`)),
    ...(customerId && countsCustomers(setup) ? [`booking ${customerId}`] : []),
  ]
  const inTurn: Promise<unknown>[] = []
  if (timed.length > 0) {
    // Shared between bookings, but exclusive of making or deleting timeslots (`lockTimeslots`).
    const schedules = timed.map(id => `the timeslots of ${id}`)
    inTurn.push(
      sql`select pg_advisory_xact_lock_shared(key) from (
        select distinct hashtextextended(name, 0) as key from unnest(${schedules}::text[]) as name order by 1) as keys`.execute(
        db,
      ),
    )
  }
  inTurn.push(
    sql`select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by 1) as keys`.execute(
      db,
    ),
  )
  await Promise.all(inTurn)
}
