import { sql } from 'kysely'
import * as z from 'zod/mini'
import { formatInstant, MINUTE, param } from '../../../src/declare'
import { type Demand, demand } from '../../../src/resources/demand'
import {
  type Caller,
  type Condition,
  deleteRecords,
  findRecords,
  type ResourceHooks,
  rowsFor,
  type UnitOfWork,
} from '../../serve'
import { channelFor } from '../caller'

/** A person's same wish within it counts once. */
export const sameWish = 10 * MINUTE

const usesResource = (condition: Condition): Condition => sql`exists (select from variant_resources as link
  join resources on resources.tenant_id = link.tenant_id and resources.id = link.target_id
  where link.tenant_id = demand.tenant_id and link.owner_id = demand.variant_id and ${condition})`

/** The demand that `rows` of the declaration leaves; null for callers who see all. */
export const isOwnDemand = (caller: Caller): Condition | null => rowsFor(demand, 'read', caller)

const localStart = sql`demand.wanted_from at time zone (select time_zone from tenants where tenants.id = demand.tenant_id)`
export const wantedWeekday = sql<number>`extract(isodow from ${localStart})::int`
export const wantedHour = sql<number>`extract(hour from ${localStart})::int`
export const wantedItem = sql<string>`(select variants.catalog_item_id from variants
  where variants.tenant_id = demand.tenant_id and variants.id = demand.variant_id)`

export const demandConditions = {
  catalogItemId: (ids: readonly unknown[]): Condition => sql`${wantedItem} = any(${ids})`,
  resourceId: (ids: readonly unknown[]): Condition => usesResource(sql`resources.id = any(${ids})`),
  resourceTypeId: (ids: readonly unknown[]): Condition => usesResource(sql`resources.resource_type_id = any(${ids})`),
  startWeekday: (days: readonly unknown[]): Condition => sql`${wantedWeekday} = any(${days})`,
  startHour: (hours: readonly unknown[]): Condition => sql`${wantedHour} = any(${hours})`,
}

const params = {
  catalogItemId: param('ids', 'Of these items'),
  resourceId: param('ids', 'That could take one of these resources'),
  resourceTypeId: param('ids', 'That could take one of these types'),
  startWeekday: param('integers', 'Wanted on these weekdays (1 is Monday)', {
    min: 1,
    max: 7,
  }),
  startHour: param('integers', 'Wanted in these hours of the day', { min: 0, max: 23 }),
}

export const callerKey = ({ userId, key }: Pick<Caller, 'userId' | 'key'>): string | null => userId ?? key?.id ?? null

type Noted = Pick<Demand, 'variantId' | 'wantedFrom' | 'channelId' | 'customerId'>

/** A refusal and the same customer's note about it count once. */
const replaceTwins = async (unit: UnitOfWork, { variantId, wantedFrom, channelId, customerId }: Noted) => {
  const { db, caller, now } = unit
  const { rows } = await sql<{ id: string }>`
    select id from demand where tenant_id = ${caller.tenant?.id} and variant_id = ${variantId}
    and wanted_from = ${wantedFrom}::timestamptz and channel_id is not distinct from ${channelId}::uuid
    and at > ${formatInstant(now - sameWish)}
    and (customer_id = ${customerId}::uuid or (origin = 'booking' and person = ${callerKey(caller)}))`.execute(db)
  const scope = { resource: demand, hooks: {}, resources: [demand], caller, params: {} }
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await deleteRecords(unit, scope, await findRecords(db, scope, ids, { lock: true }))
}

export const demandHooks: ResourceHooks = {
  beyondRows: true,
  extras: { catalogItemId: { select: wantedItem, schema: z.uuid() } },
  filters: Object.fromEntries(
    Object.entries(demandConditions).map(([name, condition]) => [
      name,
      { param: params[name as keyof typeof params] as never, condition },
    ]),
  ),
  prepare: async ({ db, caller }, input) => {
    const { rows } = await sql<{ channelId: string; length: number }>`
      select tenants.default_channel_id as channel_id, (select duration_minutes from variants
        where variants.tenant_id = tenants.id and variants.id::text = ${input.variantId ?? null}::text) as length
      from tenants where id = ${caller.tenant?.id}`.execute(db)
    const [{ channelId, length } = { channelId: null, length: null }] = rows
    // An object may not convert to text.
    const start = typeof input.wantedFrom === 'string' ? Date.parse(input.wantedFrom) : Number.NaN
    const ends = length && !Number.isNaN(start) ? formatInstant(start + length * MINUTE) : null
    return {
      ...input,
      channelId: channelFor(caller, input.channelId as string | null | undefined) ?? channelId,
      wantedTo: input.wantedTo ?? ends,
    }
  },
  check: async (unit, { before, after }) => {
    if (before) return {}
    await replaceTwins(unit, after as Noted)
    return {}
  },
  columns: ({ caller, now }) => ({ at: formatInstant(now), person: callerKey(caller) }),
}
