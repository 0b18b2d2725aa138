import { formatInstant } from '../../../src/declare'
import { type Dimension, leadBuckets, type MeasureName, measureOf } from '../../../src/reports'
import type { ResourceInput } from '../../../src/scheduling'
import type { Selection } from './capacityTable'
import type { Filters, Key } from './table'

export interface Drilled {
  by: Readonly<Partial<Record<Dimension, Key>>>
  /** Epoch milliseconds of the row's bucket, or of the whole period. */
  from: number
  to: number
  /** Null if the weekday and hour recur in the period. */
  span: { from: number; to: number } | null
}

interface Asked {
  filters: Filters
  types: ReadonlyMap<string, string>
  selection: Selection | null
}

type Query = Readonly<Record<string, readonly string[] | undefined>>

/** The limit of `GET /bookings`. */
const maxIds = 100

const leadQuery = (key: Key): Query => {
  const bounds = Object.values(leadBuckets).map(String)
  const index = Object.keys(leadBuckets).indexOf(String(key))
  return { leadMinutesFrom: bounds.slice(index, index + 1), leadMinutesTo: bounds.slice(index + 1, index + 2) }
}

const params: readonly (readonly [Dimension, string])[] = [
  ['item', 'catalogItemId'],
  ['variant', 'variantId'],
  ['channel', 'channelId'],
  ['source', 'source'],
  ['reason', 'code'],
]

const startParams: readonly (readonly [Dimension, string])[] = [
  ['weekday', 'startWeekday'],
  ['hour', 'startHour'],
]

const keysQuery = (by: Drilled['by'], names: typeof params): Query =>
  Object.fromEntries(names.flatMap(([name, param]) => (by[name] === undefined ? [] : [[param, [String(by[name])]]])))

const resourcesOfStart = (by: Drilled['by'], { filters, types }: Asked): Query => {
  const { resourceId, resourceTypeId } = filters
  if (by.resource !== undefined) return { resourceId: [String(by.resource)] }
  if (by.resourceType === undefined) return { resourceId, resourceTypeId }
  if (!resourceId) return { resourceTypeId: [String(by.resourceType)] }
  return { resourceId: resourceId.filter(id => types.get(id) === by.resourceType) }
}

/** Null for more resources than a list accepts. */
const resourcesOfOverlap = (by: Drilled['by'], { all, resources, leaves, ancestors }: Selection): Query | null => {
  const isWhole = by.resource === undefined && by.resourceType === undefined && resources.length === all.length
  if (isWhole) return {}
  const isOfRow = ({ id, resourceTypeId }: ResourceInput) =>
    (by.resource ?? id) === id && (by.resourceType ?? resourceTypeId) === resourceTypeId
  const counted = (by.resource === undefined ? leaves : resources).filter(isOfRow)
  const isLeaf = new Set(leaves)
  const ids = new Set(counted.flatMap(one => [one.id, ...(isLeaf.has(one) ? (ancestors.get(one.id) ?? []) : [])]))
  const [type, ...others] = new Set(all.filter(({ id }) => ids.has(id)).map(one => one.resourceTypeId))
  const ofType = all.filter(one => one.resourceTypeId === type)
  if (by.resource === undefined && type && others.length === 0 && ofType.length === ids.size)
    return { resourceTypeId: [type] }
  return ids.size === 0 || ids.size > maxIds ? null : { resourceId: [...ids] }
}

const timesOf = (name: MeasureName, { from, to, span }: Drilled): Query | null => {
  const how = measureOf(name).drill?.by
  const [start, end] = [[formatInstant(from)], [formatInstant(to)]]
  if (how === 'newCustomer') return { from: start, to: end, customerFirstFrom: start, customerFirstTo: end }
  if (how === 'returningCustomer') return { from: start, to: end, customerFirstTo: start }
  if (how === 'start') return { from: start, to: end }
  if (how === 'wanted') return { wantedFromFrom: start, wantedFromTo: end }
  return span && { overlapFrom: [formatInstant(span.from)], overlapTo: [formatInstant(span.to)] }
}

const sharedQuery = (name: MeasureName, by: Drilled['by'], asked: Asked): Query | null => {
  const { drill } = measureOf(name)
  if (!drill) return null
  const { filters, selection } = asked
  const isOverlap = drill.by === 'overlap'
  const resources = isOverlap ? selection && resourcesOfOverlap(by, selection) : resourcesOfStart(by, asked)
  if (!resources) return null
  const { resourceId: _, resourceTypeId: __, ...others } = filters
  const lead = by.leadBucket === undefined ? {} : leadQuery(by.leadBucket)
  return {
    ...drill.query,
    ...others,
    ...resources,
    ...keysQuery(by, params),
    ...(isOverlap ? {} : { ...keysQuery(by, startParams), ...lead }),
  }
}

const textOf = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([param, values = []]) => values.map(value => [param, value])),
  ).toString()

/** Null if no query lists exactly the bookings behind a figure. */
export const drillsOf = (asked: Asked): ((name: MeasureName, row: Drilled) => string | null) => {
  // A query may name a hundred resources, and most rows differ only in their times.
  const texts = new Map<string, string | null>()
  const textFor = (name: MeasureName, by: Drilled['by']): string | null => {
    const key = JSON.stringify([name, by])
    const known = texts.get(key)
    if (known !== undefined) return known
    const query = sharedQuery(name, by, asked)
    const text = query && textOf(query)
    texts.set(key, text)
    return text
  }
  return (name, row) => {
    const shared = textFor(name, row.by)
    const times = shared && timesOf(name, row)
    return times && `${shared}&${textOf(times)}`
  }
}
