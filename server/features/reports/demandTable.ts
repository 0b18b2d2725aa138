import { type RawBuilder, sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { type DemandSum, type Dimension, demandSums, type Sums } from '../../../src/reports'
import { countedDemand } from '../../../src/resources/demand'
import { all, type Transaction } from '../../serve'
import { demandConditions, isOwnDemand, wantedHour, wantedItem, wantedWeekday } from '../demand/demandHooks'
import { bucketOf } from './bookingTable'
import { type Key, otherThanTime, type Question, type Table } from './table'

const sums: Readonly<Record<DemandSum, RawBuilder<unknown>>> = {
  refused: sql`count(*)`,
  refusedQuantity: sql`coalesce(sum(demand.quantity), 0)`,
}

const keys: Readonly<Partial<Record<Dimension, RawBuilder<unknown>>>> = {
  weekday: wantedWeekday,
  hour: wantedHour,
  item: wantedItem,
  variant: sql`demand.variant_id`,
  channel: sql`demand.channel_id`,
  reason: sql`demand.code`,
}

const isDemandSum = (name: string): name is DemandSum => (demandSums as readonly string[]).includes(name)

const conditionsOf = ({ request, filters, from, to }: Question) => {
  const { catalogItemId, variantId, channelId, resourceId, resourceTypeId } = filters
  const own = isOwnDemand(request.caller)
  return all([
    sql`demand.tenant_id = ${request.caller.tenant.id} and demand.status = any(${countedDemand})`,
    sql`demand.wanted_from >= ${formatInstant(from)} and demand.wanted_from < ${formatInstant(to)}`,
    ...(own ? [own] : []),
    ...(variantId ? [sql<boolean>`demand.variant_id = any(${variantId})`] : []),
    ...(channelId ? [sql<boolean>`demand.channel_id = any(${channelId})`] : []),
    ...Object.entries({ catalogItemId, resourceId, resourceTypeId }).flatMap(([name, ids]) =>
      ids ? [demandConditions[name as keyof typeof demandConditions](ids)] : [],
    ),
  ])
}

export const demandTable = async (db: Transaction, question: Question): Promise<Table> => {
  const needs = question.needs.filter(isDemandSum)
  if (needs.length === 0) return { rows: [], total: {} }
  const others = otherThanTime(question.by)
  const selected = sql.join(needs.map(name => sql`${sums[name]} as ${sql.ref(name)}`))
  const named = [bucketOf(question, sql`demand.wanted_from`), ...others.map(name => keys[name] ?? sql`null`)]
  const within = conditionsOf(question)
  const [total, grouped] = await Promise.all([
    sql<Record<string, unknown>>`select ${selected} from demand where ${within}`.execute(db),
    sql<Record<string, unknown>>`
      select ${sql.join(named.map((key, index) => sql`${key} as ${sql.ref(`key${index}`)}`))}, ${selected}
      from demand where ${within} ${others.includes('channel') ? sql`and channel_id is not null` : sql``} group by ${sql.join(named.map((_, index) => sql.lit(index + 1)))}`.execute(
      db,
    ),
  ])
  const read = (row: Readonly<Record<string, unknown>> | undefined): Sums =>
    Object.fromEntries(needs.map(name => [name, Number(row?.[name] ?? 0)]))
  return {
    rows: grouped.rows.map(row => ({
      bucket: Number(row.key0),
      keys: others.map((_, index) => row[`key${index + 1}`] as Key),
      sums: read(row),
    })),
    total: read(total.rows[0]),
  }
}
