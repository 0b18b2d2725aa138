import { type RawBuilder, sql } from 'kysely'
import { formatInstant, MINUTE, mergeIntervals } from '../../../src/declare'
import {
  type Cells,
  capacitySums,
  capacityUse,
  isCycle,
  type Slice,
  slicesOf,
  type Taking,
  type Use,
} from '../../../src/reports'
import { bookings } from '../../../src/resources/bookings'
import {
  IndexedSnapshot,
  openCapacity,
  type ResourceInput,
  type TimeslotInput,
  takenTimes,
  zoneOf,
} from '../../../src/scheduling'
import { intersectIntervals, unionIntervals } from '../../../src/scheduling/intervals/sets'
import { inSlices, rowsAllow, type Transaction } from '../../serve'
import { loadSetup, type Setup } from '../availability/loadSetup'
import { millis } from '../availability/packedInstants'
import { packedTimes, unpackTimes } from '../availability/packedTimes'
import { isOwn } from '../bookings/bookingColumns'
import { bookingList } from '../bookings/listBookings'
import { type Key, otherThanTime, type Question, type Table } from './table'

export interface Selection {
  all: readonly ResourceInput[]
  resources: readonly ResourceInput[]
  /** Totals and types add these up. */
  leaves: readonly ResourceInput[]
  /** The resources above each leaf, whose bookings block it. */
  ancestors: ReadonlyMap<string, readonly string[]>
}

export const selectionOf = ({ resources }: Setup, { request, filters }: Question): Selection => {
  const { resourceId, resourceTypeId } = filters
  const selected = resources.filter(
    one =>
      rowsAllow(bookings, 'read', { resourceIds: [one.id] }, request.caller) &&
      (!resourceId || resourceId.includes(one.id)) &&
      (!resourceTypeId || resourceTypeId.includes(one.resourceTypeId)),
  )
  const parents = new Map(resources.map(one => [one.id, one.parentResourceId ?? null]))
  const ancestorsOf = (id: string): string[] => {
    const found: string[] = []
    for (let above = parents.get(id); above && !found.includes(above); above = parents.get(above)) found.push(above)
    return found
  }
  const ancestors = new Map(selected.map(({ id }) => [id, ancestorsOf(id)]))
  const above = new Set([...ancestors.values()].flat())
  return { all: resources, resources: selected, leaves: selected.filter(({ id }) => !above.has(id)), ancestors }
}

const loadTimeslots = async (
  db: Transaction,
  tenantId: string,
  { schedules }: Setup,
  { from, to }: Question,
): Promise<TimeslotInput[]> => {
  const ids = schedules.filter(({ mode }) => mode === 'timeslots').map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<TimeslotInput>`
    select id, schedule_id, ${millis('startsAt')}::float8 as starts_at, ${millis('endsAt')}::float8 as ends_at, capacity, status
    from timeslots where tenant_id = ${tenantId} and schedule_id = any(${ids}) and status = 'open'
    and starts_at < ${formatInstant(to)} and ends_at > ${formatInstant(from)}`.execute(db)
  return rows
}

interface Existence {
  id: string
  since: number
  until: number | null
}

/** From creation, or the first counted booking if earlier, until taken out of service. */
const loadExistence = async (
  db: Transaction,
  tenantId: string,
  { from }: Question,
): Promise<Map<string, Existence>> => {
  const first = sql`(select min(allocations.starts_at) from allocations where allocations.tenant_id = ${tenantId}
    and allocations.resource_id = resources.id and allocations.active and allocations.status <> 'held'
    and allocations.starts_at < resources.created_at)`
  const inMillis = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`
  const { rows } = await sql<Existence>`
    select id, ${inMillis(sql`case when created_at > ${formatInstant(from)} then coalesce(${first}, created_at) else created_at end`)} as since,
      ${inMillis(sql`deactivated_at`)} as until
    from resources where tenant_id = ${tenantId}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

const loadTakings = async (
  db: Transaction,
  { request, filters, from, to }: Question,
  resourceIds: readonly string[],
): Promise<Map<string, Taking[]>> => {
  const { resourceId: _, resourceTypeId: __, ...ofBookings } = filters
  const isNarrowed = isOwn(request.caller) !== null || Object.values(ofBookings).some(value => value !== undefined)
  const condition = sql`tenant_id = ${request.caller.tenant.id} and active and status <> 'held'
    and resource_id = any(${resourceIds}) and blocked_until > ${formatInstant(from)} and blocked_from < ${formatInstant(to)}
    ${isNarrowed ? sql`and booking_id in (select bookings.id from bookings where ${bookingList.has(request, ofBookings)})` : sql``}`
  const { rows } = await packedTimes(condition, { withChannels: false }).execute(db)
  const takings = new Map<string, Taking[]>()
  for (const row of rows) {
    const busy = unpackTimes(row)
    const { resourceId, quantity, capacityMode } = busy.allocation
    const taking = {
      quantity: capacityMode === 'exclusive' ? ('all' as const) : quantity,
      ...takenTimes(busy),
    }
    takings.set(resourceId, [...(takings.get(resourceId) ?? []), taking])
  }
  return takings
}

/** A leaf is fully taken while a resource above it is. */
const withAncestors = (own: readonly Taking[], above: readonly Taking[]): Taking[] => {
  if (above.length === 0) return [...own]
  const whole = [...above, ...own.filter(({ quantity }) => quantity === 'all')]
  const { starts, ends } = unionIntervals(whole.map(({ starts, ends }) => mergeIntervals({ starts, ends })))
  return [{ quantity: 'all', starts, ends }, ...own.filter(({ quantity }) => quantity !== 'all')]
}

interface Cell {
  bucket: number
  cycles: Slice['by']
}

const cellsOf = (slices: readonly Slice[]): { cells: Cell[]; grid: Cells } => {
  const indexes = new Map<string, number>()
  const cells: Cell[] = []
  const cellOf = slices.map(({ bucket, by }) => {
    const key = JSON.stringify([bucket, by])
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, cells.length)
    return cells.push({ bucket, cycles: by }) - 1
  })
  const cuts = [...slices.map(({ from }) => from), slices.at(-1)?.to ?? 0]
  return { cells, grid: { cuts, cellOf, count: cells.length } }
}

const add = (sum: Use, use: Use): void => {
  for (const name of capacitySums) sum[name] += use[name]
}

export interface CapacityTable extends Table {
  selection: Selection | null
}

export const capacityTable = async (db: Transaction, question: Question): Promise<CapacityTable> => {
  if (!question.needs.some(name => (capacitySums as readonly string[]).includes(name)))
    return { rows: [], total: {}, selection: null }
  const { request, by, from, to, buckets } = question
  const tenantId = request.caller.tenant.id
  const setup = await loadSetup(db, tenantId, { subject: { resourceTypeId: null } })
  const selection = selectionOf(setup, question)
  const ids = new Set([...selection.ancestors].flatMap(([id, above]) => [id, ...above]))
  const [timeslots, existence, takings] = await Promise.all([
    loadTimeslots(db, tenantId, setup, question),
    loadExistence(db, tenantId, question),
    loadTakings(db, question, [...ids]),
  ])
  const snapshot = new IndexedSnapshot({ ...setup, timeslots, now: request.services.now() })
  const others = otherThanTime(by)
  const { cells, grid } = cellsOf(slicesOf(others.filter(isCycle), buckets, zoneOf(request.caller.tenant.timeZone)))

  const isLeaf = new Set(selection.leaves)
  const usesOf = (resource: ResourceInput): Use[] => {
    const zone = snapshot.scheduleOf(resource)?.zone ?? snapshot.zone
    const { since = from, until = null } = existence.get(resource.id) ?? {}
    const exists = {
      starts: [zone.startOfDay(zone.dayOf(since))],
      // Whole minutes, so rows add up.
      ends: [until === null ? to : Math.round(until / MINUTE) * MINUTE],
    }
    const { open, capacity } = openCapacity(snapshot, resource, from, to)
    const own = takings.get(resource.id) ?? []
    const above = isLeaf.has(resource) ? (selection.ancestors.get(resource.id) ?? []) : []
    return capacityUse(
      {
        open: intersectIntervals(open, exists),
        capacity,
        units: resource.capacity,
        takings: withAncestors(
          own,
          above.flatMap(id => takings.get(id) ?? []),
        ),
      },
      grid,
    )
  }

  const isByResource = others.includes('resource')
  const groups = new Map<string, { keys: (cell: Cell) => Key[]; uses: Use[] }>()
  const total: Use = { open: 0, used: 0, outside: 0 }
  const measureEach = function* (): Generator<void, void> {
    for (const resource of isByResource ? selection.resources : selection.leaves) {
      const uses = usesOf(resource)
      yield
      if (isLeaf.has(resource)) for (const use of uses) add(total, use)
      if (by.length === 0) continue
      const keyOf = { resource: resource.id, resourceType: resource.resourceTypeId }
      const own = others.map(name => (name === 'resource' || name === 'resourceType' ? keyOf[name] : name))
      const keys = ({ cycles }: Cell) => own.map((key, index) => cycles[others[index] as keyof Cell['cycles']] ?? key)
      const group = groups.get(own.join())
      if (group) for (const [index, use] of uses.entries()) add(group.uses[index] as Use, use)
      else groups.set(own.join(), { keys, uses })
    }
  }
  await inSlices(measureEach())
  const rows = [...groups.values()].flatMap(({ keys, uses }) =>
    cells.map((cell, index) => ({ bucket: cell.bucket, keys: keys(cell), sums: { ...uses[index] } })),
  )
  return { rows, total: { ...total }, selection }
}
