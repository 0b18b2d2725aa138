import { sql } from 'kysely'
import type { calls } from '../../../src/calls'
import { type AnswerOf, formatInstant, MINUTE, zoneOf } from '../../../src/declare'
import {
  addsUp,
  type Bucket,
  bucketsOf,
  type Calendar,
  changeOf,
  comparedPeriod,
  type Dimension,
  fixedKeys,
  instantsOf,
  isCycle,
  isRecord,
  isTime,
  labelOf,
  listOf,
  type MeasureName,
  measureOf,
  type Period,
  type RecordDimension,
  type Sums,
  slicesOf,
} from '../../../src/reports'
import { invalidField, type RequestOf, type Transaction } from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'
import { bookingTable } from './bookingTable'
import { capacityTable, type Selection } from './capacityTable'
import { demandTable } from './demandTable'
import { type Drilled, drillsOf } from './drill'
import { type Filters, type Key, otherThanTime, type Question, type Table } from './table'

type Query = RequestOf<typeof calls.reports.listFigures>['query']
export type Figures = AnswerOf<typeof calls.reports.listFigures>
type Row = Figures['rows'][number]

const maxCells = 50_000

const requireFewCells = (count: number): void => {
  if (count > maxCells) throw invalidField('groupBy', 'validation.tooManyFigures', { max: maxCells })
}

const filtersOf = ({ resourceId, resourceTypeId, catalogItemId, variantId, channelId, source }: Query): Filters => ({
  resourceId,
  resourceTypeId,
  catalogItemId,
  variantId,
  channelId,
  source,
})

interface Measured extends Table {
  period: Period
  from: number
  to: number
  buckets: readonly (Pick<Bucket, 'from' | 'to'> & Partial<Bucket>)[]
  selection: Selection | null
}

const measured = async (
  db: Transaction,
  request: MemberRequest,
  query: Query,
  period: Period,
  calendar: Calendar,
): Promise<Measured> => {
  const { measures, groupBy: by = [] } = query
  const { from, to } = instantsOf(period, calendar.zone)
  const times = by.filter(isTime)
  const buckets = times.length > 0 ? bucketsOf(times, period, calendar) : [{ from, to }]
  const filters = filtersOf(query)
  const needs = [...new Set(measures.flatMap(name => measureOf(name).needs))]
  const question: Question = { request, filters, by, needs, period, from, to, buckets }
  const [ofBookings, ofDemand] = [await bookingTable(db, question), await demandTable(db, question)]
  const ofCapacity = await capacityTable(db, question)
  return {
    period,
    from,
    to,
    buckets,
    rows: [...ofBookings.rows, ...ofDemand.rows, ...ofCapacity.rows],
    total: { ...ofBookings.total, ...ofDemand.total, ...ofCapacity.total },
    selection: ofCapacity.selection,
  }
}

const hasSomething = (sums: Sums): boolean => Object.values(sums).some(value => value !== null && value !== 0)

const keyOf = (bucket: number, keys: readonly Key[]): string => [bucket, ...keys].join(' ')

const sumsByKey = ({ rows }: Measured): Map<string, Sums> => {
  const found = new Map<string, Sums>()
  for (const { bucket, keys, sums } of rows) {
    const key = keyOf(bucket, keys)
    found.set(key, { ...found.get(key), ...sums })
  }
  return found
}

/** All weekdays, hours and lead times; only observed keys of other dimensions. */
const keysOf = (by: readonly Dimension[], tables: readonly Measured[]): Key[][] => {
  const others = otherThanTime(by)
  const observed = new Map<string, Key[]>()
  for (const { keys, sums } of tables.flatMap(({ rows }) => rows)) {
    if (!hasSomething(sums)) continue
    const open = keys.filter((_, index) => !fixedKeys[others[index] as Dimension])
    observed.set(open.join(' '), open)
  }
  if (others.every(name => fixedKeys[name])) observed.set('', [])
  return [...observed.values()].flatMap(open => {
    let next = 0
    return others.reduce<Key[][]>(
      (lists, name) => {
        const keys = fixedKeys[name] ?? [open[next++] as Key]
        return lists.flatMap(list => keys.map(key => [...list, key]))
      },
      [[]],
    )
  })
}

const tables: Readonly<Record<RecordDimension, string>> = {
  resource: 'resources',
  resourceType: 'resource_types',
  item: 'catalog_items',
  variant: 'variants',
  channel: 'channels',
}

const labelsOf = async (
  db: Transaction,
  tenantId: string,
  by: readonly Dimension[],
  keys: readonly (readonly Key[])[],
): Promise<Map<Key, string>> => {
  const others = otherThanTime(by)
  const named = others.flatMap((name, index) => (isRecord(name) ? [{ name, ids: keys.map(key => key[index]) }] : []))
  const found = await Promise.all(
    named.map(({ name, ids }) => {
      const label =
        name === 'variant'
          ? sql`(select items.name || ' · ' from catalog_items as items
              where items.tenant_id = named.tenant_id and items.id = named.catalog_item_id) || named.name`
          : sql`named.name`
      return sql<{ id: string; label: string }>`
        select named.id, ${label} as label from ${sql.table(tables[name])} as named
        where named.tenant_id = ${tenantId} and named.id = any(${[...new Set(ids)]})`.execute(db)
    }),
  )
  return new Map(found.flatMap(({ rows }) => rows.map(({ id, label }) => [id, label] as const)))
}

const typesOf = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; resourceTypeId: string }>`
    select id, resource_type_id from resources where tenant_id = ${tenantId} and id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, resourceTypeId }) => [id, resourceTypeId]))
}

const spansOf = (by: readonly Dimension[], { buckets }: Measured, { zone }: Calendar) => {
  const cycles = by.filter(isCycle)
  const spans = new Map<string, Drilled['span']>()
  for (const { bucket, by: keys, from, to } of slicesOf(cycles, buckets, zone)) {
    const key = keyOf(
      bucket,
      cycles.map(name => keys[name] ?? ''),
    )
    const known = spans.get(key)
    if (known === undefined) spans.set(key, { from, to })
    else spans.set(key, known?.to === from ? { from: known.from, to } : null)
  }
  return (bucket: number, keys: Drilled['by']) =>
    spans.get(
      keyOf(
        bucket,
        cycles.map(name => keys[name] ?? ''),
      ),
    ) ?? null
}

const order = (by: readonly Dimension[], labels: ReadonlyMap<Key, string>) => {
  const others = otherThanTime(by)
  const rank = (name: Dimension, key: Key): string | number => fixedKeys[name]?.indexOf(key) ?? labels.get(key) ?? key
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en')
  return (a: { bucket: number; keys: readonly Key[] }, b: { bucket: number; keys: readonly Key[] }): number => {
    for (const name of by) {
      const index = others.indexOf(name)
      const [one, other] = [a.keys[index] ?? '', b.keys[index] ?? '']
      const difference =
        index < 0 ? a.bucket - b.bucket : compare(rank(name, one), rank(name, other)) || compare(one, other)
      if (difference !== 0) return difference
    }
    return 0
  }
}

export const figuresOf = async (db: Transaction, request: MemberRequest, query: Query): Promise<Figures> => {
  const { measures, groupBy: by = [], from, to, compare, resourceId = [] } = query
  const { tenant } = request.caller
  const { timeZone } = tenant
  const zone = zoneOf(timeZone)
  const settings = await sql<{ weekStartsOn: number; currency: string }>`
    select week_starts_on, currency from tenants where id = ${tenant.id}`.execute(db)
  const { weekStartsOn = 1, currency = '' } = settings.rows[0] ?? {}
  const calendar: Calendar = { zone, weekStartsOn }
  const period: Period = { from, to }
  const others = otherThanTime(by)

  const fixed = others.reduce((count, name) => count * (fixedKeys[name]?.length ?? 1), 1)
  const times = by.filter(isTime)
  const bucketCount = times.length > 0 ? bucketsOf(times, period, calendar).length : 1
  requireFewCells(bucketCount * fixed * measures.length)

  const now = await measured(db, request, query, period, calendar)
  const earlier = compare ? await measured(db, request, query, comparedPeriod(period, compare, by), calendar) : null
  const keys = by.length === 0 ? [] : keysOf(by, earlier ? [now, earlier] : [now])
  requireFewCells(bucketCount * keys.length * measures.length)

  const [labels, types] = await Promise.all([
    labelsOf(db, tenant.id, by, keys),
    typesOf(db, tenant.id, by.includes('resourceType') ? resourceId : []),
  ])
  const [sums, before] = [sumsByKey(now), earlier && sumsByKey(earlier)]
  const spanOf = spansOf(by, now, calendar)

  const drillOf = drillsOf({ filters: filtersOf(query), types, selection: now.selection })
  const figuresIn = (drilled: Drilled, current: Sums, previous: Sums | null): Row['figures'] =>
    Object.fromEntries(
      measures.map(name => {
        const value = valueIn(name, current)
        const last = previous && valueIn(name, previous)
        return [name, { value, previous: last, change: changeOf(value, last), drill: drillOf(name, drilled) }]
      }),
    )

  const isTimed = times.length > 0
  const rows = now.buckets
    .flatMap((bucket, index) => keys.map(keys => ({ index, bucket, keys })))
    .map(({ index, bucket, keys }) => ({ bucket: index, of: bucket, keys }))
    .toSorted(order(by, labels))
    .map(({ bucket: index, of, keys }): Row => {
      const own = Object.fromEntries(others.map((name, at) => [name, keys[at] as Key]))
      const all: Drilled['by'] = { ...of.by, ...own }
      const key = keyOf(index, keys)
      const hasBefore = before && index < (earlier?.buckets.length ?? 0)
      const drilled = { by: own, from: of.from, to: of.to, span: spanOf(index, own) }
      return {
        by: Object.fromEntries(by.map(name => [name, all[name] as Key])),
        labels: Object.fromEntries(
          others.flatMap(name => (isRecord(name) ? [[name, labels.get(own[name] as Key) ?? '']] : [])),
        ),
        ...(isTimed && { from: formatInstant(of.from), to: formatInstant(of.to) }),
        isPartial: of.isPartial ?? false,
        figures: figuresIn(drilled, sums.get(key) ?? {}, hasBefore ? (before.get(key) ?? {}) : null),
      }
    })
  const whole = { by: {}, from: now.from, to: now.to, span: { from: now.from, to: now.to } }
  // Bookings start and end at whole minutes, so an answer's tag need not change with every call.
  const at = Math.floor(request.services.now() / MINUTE) * MINUTE
  return {
    from,
    to,
    timeZone,
    weekStartsOn,
    currency,
    asOf: formatInstant(at),
    compare: earlier && { ...earlier.period },
    measures: measures.map(key => ({
      key,
      label: labelOf(key),
      unit: measureOf(key).unit,
      isAdditive: addsUp(key, by),
      list: listOf(key),
    })),
    rows,
    totals: { figures: figuresIn(whole, now.total, earlier?.total ?? null) },
    notes: now.selection && (earlier ?? now).from < at ? ['open_time_as_of_now'] : [],
  }
}

const valueIn = (name: MeasureName, sums: Sums): number | null => measureOf(name).value(sums)
