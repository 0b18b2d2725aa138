import { type RawBuilder, sql } from 'kysely'
import { formatInstant, MINUTE } from '../../../src/declare'
import {
  type BookingSum,
  bookingSums,
  type Dimension,
  isCycle,
  isOfResource,
  leadBuckets,
  type Sums,
} from '../../../src/reports'
import { all, type Condition, type Transaction } from '../../serve'
import { hasStatus } from '../bookings/bookingScope'
import { bookingList } from '../bookings/listBookings'
import { countedStatuses, leadTime, localHour, localWeekday } from '../bookings/measured'
import { type Key, otherThanTime, type Question, type Table, type TableRow } from './table'

const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map(value => sql.lit(value)))})`

const isCounted = sql`bookings.status in ${literals(countedStatuses)}`
const isEarning = sql`bookings.status <> 'pending' and bookings.payment_status <> 'refunded'`
const isCancelled = sql`bookings.status = 'cancelled' and bookings.previous_status in ('pending', 'confirmed')`
const isLed = sql`${isCounted} and ${leadTime} >= 0`

const countOf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
const sumOf = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${value}) filter (where ${condition}), 0)`
const customersWhere = (condition: RawBuilder<unknown>) =>
  sql`count(distinct bookings.customer_id) filter (where ${isCounted} and ${condition})`

const instants = (all: readonly number[]): RawBuilder<unknown> => sql`${all.map(formatInstant)}::timestamptz[]`

export const bucketOf = (
  { buckets }: Question,
  start: RawBuilder<unknown> = sql`bookings.starts_at`,
): RawBuilder<number> =>
  buckets.length === 1 ? sql`0` : sql`width_bucket(${start}, ${instants(buckets.map(({ from }) => from))}) - 1`

const bucketStart = (question: Question): RawBuilder<unknown> =>
  question.buckets.length === 1
    ? sql`${formatInstant(question.from)}::timestamptz`
    : sql`(${instants(question.buckets.map(({ from }) => from))})[${bucketOf(question)} + 1]`

const sumsOf = (question: Question): Readonly<Record<BookingSum, RawBuilder<unknown>>> => {
  // Rows contain only counted bookings unless cancelled ones are needed.
  const counted = question.needs.includes('cancelled') ? isCounted : sql`true`
  const earning = sql`${counted} and ${isEarning}`
  return {
    bookings: countOf(counted),
    quantity: sumOf(sql`bookings.quantity`, counted),
    minutes: sumOf(sql`date_part('epoch', bookings.ends_at - bookings.starts_at) / 60`, counted),
    revenue: sumOf(sql`bookings.total_amount`, earning),
    paying: countOf(earning),
    paid: sumOf(sql`bookings.total_amount`, sql`${earning} and bookings.payment_status = 'paid'`),
    cancelled: countOf(isCancelled),
    completed: countOf(hasStatus(question.request, ['completed'])),
    noShows: countOf(sql`bookings.status = 'no_show'`),
    leadMedian: sql`percentile_cont(0.5) within group (order by ${leadTime}) filter (where ${isLed})`,
    leadAverage: sql`floor(avg(${leadTime}) filter (where ${isLed}) / ${sql.lit(MINUTE)} + 0.5)`,
    newCustomers: customersWhere(sql`firsts.at >= ${bucketStart(question)}`),
    returningCustomers: customersWhere(sql`firsts.at < ${bucketStart(question)}`),
  }
}

const keyOf = ({ request }: Question, dimension: Dimension): RawBuilder<unknown> => {
  const { tenant } = request.caller
  switch (dimension) {
    case 'weekday':
      return localWeekday(tenant)
    case 'hour':
      return localHour(tenant)
    case 'leadBucket':
      return sql`width_bucket(${leadTime}, ${Object.values(leadBuckets).map(minutes => minutes * MINUTE)}::bigint[])`
    case 'resource':
      return sql`taken.resource_id`
    case 'resourceType':
      return sql`taken.resource_type_id`
    case 'item':
      return sql`bookings.catalog_item_id`
    case 'variant':
      return sql`bookings.variant_id`
    case 'channel':
      return sql`bookings.channel_id`
    default:
      return sql`bookings.source`
  }
}

const leadKeys = Object.keys(leadBuckets)
const readKey = (dimension: Dimension, value: Key): Key =>
  dimension === 'leadBucket' ? (leadKeys[Number(value) - 1] ?? '') : value

/** A booking of two chairs is in the rows of both, once in that of their type. */
const takenJoin = ({ request, by, filters }: Question): RawBuilder<unknown> => {
  if (!by.some(isOfResource)) return sql``
  const tenantId = request.caller.tenant.id
  const resource = by.includes('resource') ? sql`allocations.resource_id, ` : sql``
  const { resourceId, resourceTypeId } = filters
  const conditions: Condition[] = [
    sql`allocations.tenant_id = ${tenantId}`,
    ...(resourceId ? [sql<boolean>`resources.id = any(${resourceId})`] : []),
    ...(resourceTypeId ? [sql<boolean>`resources.resource_type_id = any(${resourceTypeId})`] : []),
  ]
  return sql`join (
    select distinct allocations.booking_id, ${resource}resources.resource_type_id from allocations join resources
      on resources.tenant_id = allocations.tenant_id and resources.id = allocations.resource_id
    where ${all(conditions)}
  ) as taken on taken.booking_id = bookings.id`
}

const firstsJoin = ({ request, needs }: Question): RawBuilder<unknown> =>
  needs.includes('newCustomers') || needs.includes('returningCustomers')
    ? sql`left join (
        select first.customer_id, min(first.starts_at) as at from bookings as first
        where first.tenant_id = ${request.caller.tenant.id} and first.customer_id is not null
          and first.status in ${literals(countedStatuses)} group by 1
      ) as firsts on firsts.customer_id = bookings.customer_id`
    : sql``

const isBookingSum = (name: string): name is BookingSum => (bookingSums as readonly string[]).includes(name)

const readSums = (needs: readonly BookingSum[], row: Readonly<Record<string, unknown>> | undefined): Sums =>
  Object.fromEntries(needs.map(name => [name, row?.[name] == null ? null : Number(row[name])]))

const readRow = (
  row: Readonly<Record<string, unknown>>,
  others: readonly Dimension[],
  needs: readonly BookingSum[],
): TableRow => ({
  bucket: Number(row.key0),
  keys: others.map((dimension, index) => readKey(dimension, row[`key${index + 1}`] as Key)),
  sums: readSums(needs, row),
})

/** Additive sums. Bookings with the same start are summed first, so times are converted once per start. */
const partSums: ReadonlySet<BookingSum> = new Set<BookingSum>([
  'bookings',
  'quantity',
  'minutes',
  'revenue',
  'paying',
  'paid',
  'cancelled',
  'completed',
  'noShows',
])

const columnOf: Readonly<Partial<Record<Dimension, string>>> = {
  item: 'catalog_item_id',
  variant: 'variant_id',
  channel: 'channel_id',
  source: 'source',
}

export const bookingTable = async (db: Transaction, question: Question): Promise<Table> => {
  const needs = question.needs.filter(isBookingSum)
  if (needs.length === 0) return { rows: [], total: {} }
  const { request, filters, from, to, by } = question
  const others = otherThanTime(by)
  const within = all([
    bookingList.has(request, { ...filters }),
    sql`bookings.starts_at >= ${formatInstant(from)} and bookings.starts_at < ${formatInstant(to)}`,
    needs.includes('cancelled') ? sql`(${isCounted} or ${isCancelled})` : sql<boolean>`${isCounted}`,
  ])
  const selected = (question: Question) => {
    const sums = sumsOf(question)
    return sql.join(needs.map(name => sql`${sums[name]} as ${sql.ref(name)}`))
  }
  const whole = { ...question, buckets: [{ from, to }] }
  const totals = sql<Record<string, unknown>>`
    select ${selected(whole)} from bookings ${firstsJoin(question)} where ${within}`
  if (by.length === 0) return { rows: [], total: readSums(needs, (await totals.execute(db)).rows[0]) }

  const keys = [bucketOf(question), ...others.map(dimension => keyOf(question, dimension))]
  const named = keys.map((key, index) => sql`${key} as ${sql.ref(`key${index}`)}`)
  const columns = others.map(dimension => (isCycle(dimension) ? [] : columnOf[dimension]))
  if (needs.every(name => partSums.has(name)) && columns.every(column => column !== undefined)) {
    const selects = sql.join(needs.map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
    const parts = [sql.ref('starts_at'), ...columns.flat().map(column => sql.ref(column))]
    const { rows } = await sql<Record<string, unknown>>`
      with bookings as materialized (
        select ${sql.join(parts)}, ${selected(question)} from bookings where ${within} group by ${sql.join(parts)}
      )
      select ${sql.join(named)}, ${selects} from bookings group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}
      union all select ${sql.join(keys.map(() => sql`null`))}, ${selects} from bookings`.execute(db)
    return {
      rows: rows.filter(({ key0 }) => key0 !== null).map(row => readRow(row, others, needs)),
      total: readSums(
        needs,
        rows.find(({ key0 }) => key0 === null),
      ),
    }
  }
  const rows = sql<Record<string, unknown>>`
    select ${sql.join(named)}, ${selected(question)} from bookings ${takenJoin(question)} ${firstsJoin(question)}
    where ${within} ${by.includes('leadBucket') ? sql`and ${leadTime} >= 0` : sql``}
    group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`
  const [total, grouped] = await Promise.all([totals.execute(db), rows.execute(db)])
  return {
    rows: grouped.rows.map(row => readRow(row, others, needs)),
    total: readSums(needs, total.rows[0]),
  }
}
