import { sql } from 'kysely'
import type { calls } from '../../../src/calls'
import { type AnswerOf, DAY, type Frozen } from '../../../src/declare'
import {
  type AllocationInput,
  type Concerned,
  describeAffected,
  type FailingBooking,
  IndexedSnapshot,
  type JudgedBooking,
  neededResources,
  neededSpan,
  type Overrides,
  type Simulation,
} from '../../../src/scheduling'
import { beyondRows, type MemberCaller, type Transaction } from '../../serve'
import { isSeen } from '../bookings/bookingColumns'
import { partsInLine } from '../bookings/visits/partsInLine'
import { lacksScope } from '../caller'
import { type Busy, loadBusy } from './loadBusy'
import { countsCustomers, type Setup } from './loadSetup'

export const furthest = 3 * 366 * DAY
export const nearby = 14 * DAY

interface Comparison {
  tenantId: string
  before: Setup
  after: Setup
  concerned: Pick<Concerned, 'variantIds' | 'resourceIds'>
  from: number
  to: number
  now: number
}

const unionBy = <T>(keyOf: (record: T) => string, one: readonly T[], other: readonly T[]): T[] => [
  ...new Map([...one, ...other].map(record => [keyOf(record), record])).values(),
]

const unionById = <T extends { id: string }>(one: readonly T[], other: readonly T[]): T[] =>
  unionBy(({ id }) => id, one, other)

const allocationKey = ({ bookingId, resourceId }: AllocationInput): string => `${bookingId} ${resourceId}`

const customersOf = ({ allocations }: Busy): string[] => [
  ...new Set(allocations.flatMap(({ customerId }) => customerId ?? [])),
]

export const loadTaken = async (
  db: Transaction,
  { tenantId, before, after, concerned, from, to, now }: Comparison,
  sides: readonly [IndexedSnapshot, IndexedSnapshot],
): Promise<Busy> => {
  const { resourceIds } = concerned
  const resources = unionById(before.resources, after.resources)
  const schedules = unionById(before.schedules, after.schedules)
  const load = async (variantIds: ReadonlySet<string>): Promise<Busy> => {
    const spans = [before, after].map(setup => {
      const variants = setup.variants.filter(({ id }) => variantIds.has(id))
      return neededSpan({ ...setup, variants }, { from, to })
    })
    const span = {
      from: Math.min(...spans.map(one => one.from)),
      to: Math.max(...spans.map(one => one.to)),
      now,
      isAnonymous: false,
    }
    const needed = neededResources(sides, { variantIds, resourceIds })
    const loaded = resources.filter(({ id }) => needed.has(id))
    const busy = await loadBusy(db, tenantId, { ...after, schedules, resources: loaded }, span)
    // A customer limit counts bookings on all resources.
    const isCounting = countsCustomers(before) || countsCustomers(after)
    const customerIds = isCounting ? customersOf(busy) : []
    if (customerIds.length === 0) return busy
    const others = { ...after, schedules: [], resources: resources.filter(({ id }) => !needed.has(id)) }
    const elsewhere = await loadBusy(db, tenantId, others, { ...span, customerIds })
    return { ...busy, allocations: unionBy(allocationKey, busy.allocations, elsewhere.allocations) }
  }
  const taken = await load(concerned.variantIds)
  // These bookings may move to resources that their variants list now.
  const foreign = taken.allocations.flatMap(({ variantId, resourceId }) =>
    resourceIds.has(resourceId) && !concerned.variantIds.has(variantId) ? [variantId] : [],
  )
  return foreign.length > 0 ? load(new Set([...concerned.variantIds, ...foreign])) : taken
}

export const overridesOf = async (
  db: Transaction,
  tenantId: string,
  found: readonly FailingBooking[],
): Promise<Overrides> => {
  const ids = found.map(({ booking }) => booking.first.bookingId)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; codes: string[] }>`
    select id, (select json_agg(entry->>'code') from jsonb_array_elements(overrides) as entry) as codes from bookings
    where tenant_id = ${tenantId} and id = any(${ids}) and overrides <> '[]'`.execute(beyondRows(db))
  return new Map(rows.map(({ id, codes }) => [id, codes]))
}

export const loadSides = async (
  db: Transaction,
  compared: Comparison,
): Promise<{ before: IndexedSnapshot; after: IndexedSnapshot }> => {
  const { before, after, now } = compared
  const bare = [before, after].map(setup => new IndexedSnapshot({ ...setup, now }))
  const taken = await loadTaken(db, compared, bare as [IndexedSnapshot, IndexedSnapshot])
  const full = (setup: Setup) => new IndexedSnapshot({ ...setup, ...taken, now })
  const indexed = full(before)
  return { before: indexed, after: before === after ? indexed : full(after) }
}

type Affected = AnswerOf<typeof calls.availability.simulate>['bookings']['items'][number]

interface Name {
  id: string
  reference: string
  version: number
  seriesId: string | null
  visitId: string | null
  customerName: string | null
}

const unnamed = { reference: null, version: null, customerName: null, seriesId: null, visitId: null }

const namesOf = async (
  db: Transaction,
  caller: MemberCaller,
  items: Simulation['bookings']['items'],
): Promise<ReadonlyMap<string, Omit<Name, 'id'>>> => {
  if (items.length === 0) return new Map()
  const { rows } = await sql<Name>`
    select bookings.id, bookings.reference, bookings.version, bookings.series_id, bookings.visit_id,
      case when ${!lacksScope(caller, 'customers.read')}::boolean then customers.name end as customer_name from bookings
    left join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    where bookings.tenant_id = ${caller.tenant.id} and bookings.id = any(${items.map(({ bookingId }) => bookingId)})
    and ${isSeen(caller) ?? sql`true`}`.execute(db)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

export const named = async (
  db: Transaction,
  caller: MemberCaller,
  items: Simulation['bookings']['items'],
): Promise<Frozen<Affected>[]> => {
  const names = await namesOf(db, caller, items)
  return items.map(item => ({
    ...item,
    ...(names.get(item.bookingId) ?? unnamed),
  }))
}

type AsSeen = AnswerOf<typeof calls.resources.impact>['bookings'][number]

/** Bookings in a foreign calendar show only times and verdicts. */
export const describedFor = async (
  db: Transaction,
  caller: MemberCaller,
  snapshot: IndexedSnapshot,
  affected: readonly JudgedBooking[],
): Promise<Frozen<AsSeen>[]> => {
  const parts = await partsInLine(
    db,
    caller.tenant.id,
    affected.map(({ booking }) => booking.first.bookingId),
    snapshot.now,
  )
  const items = describeAffected(snapshot, affected, parts)
  const names = await namesOf(db, caller, items)
  return items.map(item => {
    const name = names.get(item.bookingId)
    if (name) return { ...item, ...name }
    const { startsAt, endsAt, status, quantity, severity, isNew } = item
    return {
      ...unnamed,
      ...{
        bookingId: null,
        customerId: null,
        variantId: null,
        variantName: null,
        title: null,
        resourceIds: [],
        reasons: [],
      },
      ...{ sameTimeResourceIds: [], nearest: null, move: null },
      ...{ startsAt, endsAt, status, quantity, severity, isNew },
    }
  })
}
