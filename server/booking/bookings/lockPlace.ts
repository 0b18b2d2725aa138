import { sql } from 'kysely'
import type { ResourceInput } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { countsCustomers, type Setup } from '../availability/loadSetup'

const DAY = 86_400_000

/** These resources with all that they are part of, and all parts of them: a booking of one blocks the others. */
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
 * Lets nobody else take the same place until the transaction ends: the resources with their families, the timeslots of the days,
 * and the customer where a rule counts what a customer has. Everybody takes the locks in the same order. Its statements are sent before
 * it first waits: what is sent after it is run after it.
 *
 * Advisory locks, not row locks: a resource may be edited meanwhile, and under a stampede they cost less.
 */
export const lockPlace = async (
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
    // Bookings may go on side by side, but not while timeslots are made or deleted (`lockTimeslots`).
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
