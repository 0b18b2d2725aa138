import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { CustomerInput, Snapshot } from '../../../src/scheduling'
import { beyondRows, type Transaction } from '../../serve'
import { millis } from './packedInstants'
import { type Kept, setupCache } from './setupCache'

export type Subject =
  | { variantIds: readonly string[] }
  | { resourceIds: readonly string[] }
  | { resourceTypeId: string | null }
  | { everything: true }
  | { whole: true }

export interface Setup extends Omit<Snapshot, 'now' | 'timeslots' | 'allocations' | 'customer'> {
  rules: NonNullable<Snapshot['rules']>
  channels: NonNullable<Snapshot['channels']>
  customer: CustomerInput | null
}

interface Options {
  subject: Subject
  customerId?: string | null | undefined
  /** Not counted as an earlier booking of the customer. */
  exceptBookingId?: string | undefined
}

const object = (members: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(Object.entries(members).flatMap(([key, value]) => [sql.lit(key), value]))})`

const columns = (table: string, names: readonly string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(names.map(name => [name, sql.ref(`${table}.${name}`)]))

const clock = (column: string): RawBuilder<unknown> => sql`left(${sql.ref(column)}::text, 5)`

const variantColumns = columns('variants', [
  'id',
  'name',
  'catalogItemId',
  'durationType',
  'durationMinutes',
  'minDurationMinutes',
  'maxDurationMinutes',
  'durationStepMinutes',
  'minDays',
  'maxDays',
  'slotIntervalMinutes',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'phases',
  'capacityMode',
  'minQuantity',
  'maxQuantity',
  'scheduleId',
  'resourceSelection',
  'allocation',
  'weights',
  'requiresApproval',
  'minNoticeMinutes',
  'maxAdvanceDays',
  'cancellationNoticeMinutes',
  'isActive',
])

const none = sql`select null::uuid where false`

const chosenVariants = (subject: Subject, tenantId: string): RawBuilder<unknown> => {
  if ('variantIds' in subject)
    return sql`select id from variants where tenant_id = ${tenantId} and id = any(${subject.variantIds})`
  if ('whole' in subject) return sql`select id from variants where tenant_id = ${tenantId}`
  if (!('everything' in subject)) return none
  return sql`select variants.id from variants join catalog_items as items
    on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    where variants.tenant_id = ${tenantId} and variants.is_active and items.status = 'active'`
}

const askedResources = (subject: Subject, tenantId: string): RawBuilder<unknown> => {
  if ('variantIds' in subject)
    return sql`select distinct target_id as id from variant_resources
      where tenant_id = ${tenantId} and owner_id in (select id from chosen)`
  const all = sql`select id from resources where tenant_id = ${tenantId}`
  if ('resourceIds' in subject) return sql`${all} and id = any(${subject.resourceIds})`
  if ('resourceTypeId' in subject && subject.resourceTypeId)
    return sql`${all} and resource_type_id = ${subject.resourceTypeId}`
  return all
}

const links = (table: string, owner: string): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(target_id), '[]') from ${sql.table(table)} as link
  where link.tenant_id = ${sql.ref(`${owner}.tenantId`)} and link.owner_id = ${sql.ref(`${owner}.id`)})`

const customersBookings = ({ customerId, exceptBookingId }: Options, tenantId: string): RawBuilder<unknown> =>
  customerId
    ? sql`select distinct booking_id, resource_id from allocations
        where tenant_id = ${tenantId} and customer_id = ${customerId}
        and booking_id is distinct from ${exceptBookingId ?? null}::uuid
        and status in ('pending', 'confirmed', 'completed', 'no_show')
        and exists (select from resource_rules where tenant_id = ${tenantId} and is_active
          and (parameters->>'subject' = 'customer' or parameters->>'newCustomersOnly' = 'true'))`
    : sql`select null::uuid as booking_id, null::uuid as resource_id where false`

/** Null if this transaction changed the setup, which must then not be cached. */
export const setupVersion = (tenantId: string): RawBuilder<unknown> => sql`(select version from setup_versions
  where tenant_id = ${tenantId} and coalesce(current_setting('app.setup_changed', true), '') = '')`

export const countsCustomers = ({ rules }: Setup): boolean =>
  rules.some(({ ruleType, parameters }) =>
    ruleType === 'booking_limit'
      ? parameters.subject === 'customer'
      : ruleType === 'approval_required' && parameters.newCustomersOnly,
  )

interface Part {
  /** All that it is read from. */
  tables: readonly string[]
  value: RawBuilder<unknown>
}

export const setupParts = (tenantId: string): Readonly<Record<string, Part>> => ({
  tenant: {
    tables: ['tenants'],
    value: sql`(select ${object({
      ...columns('tenants', ['timeZone', 'weekStartsOn', 'isActive', 'defaultScheduleId', 'defaultChannelId']),
    })} from tenants where id = ${tenantId})`,
  },
  channels: {
    tables: ['channels', 'channels_catalog_item_ids'],
    value: sql`(select coalesce(json_agg(${object({
      ...columns('channels', ['id', 'name', 'kind', 'isActive', 'autoConfirm', 'sellsAllItems']),
      catalogItemIds: links('channelsCatalogItemIds', 'channels'),
    })}), '[]') from channels where tenant_id = ${tenantId})`,
  },
  schedules: {
    tables: ['schedules', 'resources', 'tenants', 'variants'],
    value: sql`(select coalesce(json_agg(${object({
      ...columns('schedules', [
        'id',
        'name',
        'timeZone',
        'mode',
        'validFrom',
        'validUntil',
        'weeklyHours',
        'dateOverrides',
        'isActive',
      ]),
    })}), '[]') from schedules where tenant_id = ${tenantId} and id in (
        select schedule_id from loaded
        union select default_schedule_id from tenants where id = ${tenantId}
        union select schedule_id from variants where tenant_id = ${tenantId} and id in (select id from chosen)
      ))`,
  },
  resources: {
    tables: ['resources'],
    value: sql`(select coalesce(json_agg(${object({
      ...columns('loaded', ['id', 'name', 'resourceTypeId', 'capacity', 'scheduleId', 'parentResourceId', 'isActive']),
      createdAt: millis('loaded.createdAt'),
    })} order by loaded.sort_order, loaded.name, loaded.id), '[]') from loaded)`,
  },
  rules: {
    tables: [
      'resource_rules',
      'resource_rules_resource_ids',
      'resource_rules_resource_type_ids',
      'resource_rules_channel_ids',
      'resources',
    ],
    value: sql`(select coalesce(json_agg(${object({
      ...columns('rules', [
        'id',
        'name',
        'ruleType',
        'parameters',
        'applyToAllResources',
        'validFrom',
        'validUntil',
        'blockId',
      ]),
      message: sql`rules.message`,
      resourceIds: links('resourceRulesResourceIds', 'rules'),
      resourceTypeIds: links('resourceRulesResourceTypeIds', 'rules'),
      channelIds: links('resourceRulesChannelIds', 'rules'),
    })} order by rules.id), '[]') from resource_rules as rules
      where rules.tenant_id = ${tenantId} and rules.is_active and (rules.apply_to_all_resources or rules.id in (
        select owner_id from resource_rules_resource_ids
        where tenant_id = ${tenantId} and target_id in (select id from asked)
        union select owner_id from resource_rules_resource_type_ids
        where tenant_id = ${tenantId}
        and target_id in (select resource_type_id from loaded where id in (select id from asked))
      )))`,
  },
  items: {
    tables: ['catalog_items', 'variants'],
    value: sql`(select coalesce(json_agg(${object({
      id: sql`items.id`,
      name: sql`items.name`,
      status: sql`items.status`,
    })}), '[]') from catalog_items as items where items.tenant_id = ${tenantId} and items.id in (
        select catalog_item_id from variants where tenant_id = ${tenantId} and id in (select id from chosen)
      ))`,
  },
  variants: {
    tables: ['variants', 'variant_resources'],
    value: sql`(select coalesce(json_agg(${object({
      ...variantColumns,
      dayStartTime: clock('variants.dayStartTime'),
      dayEndTime: clock('variants.dayEndTime'),
      resources: sql`(select coalesce(json_agg(json_build_object('resourceId', link.target_id, 'priority', link.priority)
          order by link.priority, link.target_id), '[]') from variant_resources as link
          where link.tenant_id = variants.tenant_id and link.owner_id = variants.id)`,
    })} order by variants.id), '[]') from variants
      where variants.tenant_id = ${tenantId} and variants.id in (select id from chosen))`,
  },
  externalBusy: {
    tables: ['busy_calendars', 'busy_times', 'resources'],
    value: sql`(select coalesce(json_agg(json_build_object('resourceId', calendars.resource_id, 'times',
          (select coalesce(json_agg(json_build_array(${millis('startsAt')}, ${millis('endsAt')})), '[]')
            from busy_times where tenant_id = ${tenantId} and busy_calendar_id = calendars.id))), '[]')
        from busy_calendars as calendars where calendars.tenant_id = ${tenantId} and calendars.is_active
        and calendars.resource_id in (select id from loaded))`,
  },
})

const loadedResources = (subject: Subject, tenantId: string): RawBuilder<unknown> =>
  'whole' in subject
    ? sql`loaded as (select * from resources where tenant_id = ${tenantId})`
    : sql`up as (
      select id, parent_resource_id from resources where tenant_id = ${tenantId} and id in (select id from asked)
      union
      select resources.id, resources.parent_resource_id from resources
      join up on resources.id = up.parent_resource_id where resources.tenant_id = ${tenantId}
    ),
    down as (
      select id from asked
      union
      select resources.id from resources
      join down on resources.parent_resource_id = down.id where resources.tenant_id = ${tenantId}
    ),
    loaded as (
      select resources.* from resources where tenant_id = ${tenantId}
      and id in (select id from up union select id from down union select resource_id from booked)
    )`

/** What the parts are read from. */
export const setupRecords = (tenantId: string, options: Options): RawBuilder<unknown> => sql`
  with recursive chosen as (${chosenVariants(options.subject, tenantId)}),
  asked as (${askedResources(options.subject, tenantId)}),
  booked as (${customersBookings(options, tenantId)}),
  ${loadedResources(options.subject, tenantId)}`

const selectParts = (
  tenantId: string,
  selected: (part: Part) => RawBuilder<unknown> = ({ value }) => value,
): RawBuilder<unknown> =>
  sql.join(Object.entries(setupParts(tenantId)).map(([name, part]) => sql`${selected(part)} as ${sql.ref(name)}`))

/**
 * Includes resources' ancestors and descendants, whose bookings block them, resources that the customer has booked if a
 * limit counts them, and active rules that target one of the subject's resources.
 */
export const setupQuery = (tenantId: string, options: Options): RawBuilder<Setup & { version: string | null }> => sql`
  ${setupRecords(tenantId, options)}
  select ${selectParts(tenantId)},
    (select ${object({
      id: sql`customers.id`,
      name: sql`customers.name`,
      isBlocked: sql`customers.is_blocked`,
      blockedReason: sql`customers.blocked_reason`,
      bookingCount: sql`(select count(distinct booking_id) from booked)`,
    })} from customers where tenant_id = ${tenantId} and id = ${options.customerId ?? null}) as customer,
    ${setupVersion(tenantId)} as version`

/** Kept for all callers, so no row rule may narrow it. */
const readSetup = async (db: Transaction, tenantId: string, options: Options) =>
  onlyRow((await setupQuery(tenantId, options).execute(beyondRows(db))).rows)

/** Stands for the tenant in a statement that is written once. */
const anyTenant = '{tenantId}'
const whole: Options = { subject: { whole: true } }

const changedPartsQuery = (): RawBuilder<unknown> => {
  const changed = sql`string_to_array(current_setting('app.setup_changed', true), ' ')`
  const ifChanged = ({ tables, value }: Part) => sql`case when ${changed} && ${tables} then ${value} end`
  return sql`${setupRecords(anyTenant, whole)} select ${selectParts(anyTenant, ifChanged)},
    (select version from setup_versions where tenant_id = ${anyTenant}) as version`
}

let changedParts: CompiledQuery | undefined

/**
 * Reads again what this transaction changed of a tenant's whole setup, or all of it if others have changed it since.
 * @param version that of `before`
 */
export const changedSetup = async (
  db: Transaction,
  tenantId: string,
  before: Setup,
  version: string | null,
): Promise<Setup> => {
  changedParts ??= changedPartsQuery().compile(db)
  const parameters = changedParts.parameters.map(value => (value === anyTenant ? tenantId : value))
  const asked = { ...changedParts, parameters } as CompiledQuery<Partial<Setup> & { version: string | null }>
  const { version: found, ...parts } = onlyRow((await beyondRows(db).executeQuery(asked)).rows)
  if (found !== version) return readSetup(db, tenantId, whole)
  return { ...before, ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)) }
}

export interface SetupState {
  version: string | null
  customer: CustomerInput | null
  newId: string
  at: string
}

type KnownState = Pick<SetupState, 'version' | 'customer'>

export const readSetupState = async (
  db: Transaction,
  tenantId: string,
  customerId: string | null = null,
): Promise<SetupState> => {
  const { rows } = await sql<SetupState>`
    select ${setupVersion(tenantId)} as version, uuid_v7() as new_id, now() as at,
      (select ${object({
        id: sql`customers.id`,
        name: sql`customers.name`,
        isBlocked: sql`customers.is_blocked`,
        blockedReason: sql`customers.blocked_reason`,
        bookingCount: sql`0`,
      })} from customers where tenant_id = ${tenantId} and id = ${customerId}) as customer`.execute(db)
  return onlyRow(rows)
}

const onlyRow = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (!row) throw new Error('A query without FROM has one row.')
  return row
}

const keyOf = (subject: Subject): string => `setup ${JSON.stringify(subject)}`

export const keptSetup = (tenantId: string, subject: Subject): Kept<Setup> | undefined =>
  setupCache.get<Setup>(tenantId, keyOf(subject))

/** A cached setup is used only while its version, read in the same transaction, is unchanged. */
export const loadSetup = async (
  db: Transaction,
  tenantId: string,
  { state: given, ...options }: Options & { state?: KnownState | undefined },
): Promise<Setup> => {
  const { subject, customerId } = options
  const { version, customer } = given ?? (await readSetupState(db, tenantId, customerId))
  const kept = keptSetup(tenantId, subject)
  let setup = kept?.value
  if (!kept || kept.version !== version) {
    const { version: loaded, ...fresh } = await readSetup(db, tenantId, { subject })
    setupCache.keep(tenantId, loaded, keyOf(subject), fresh)
    setup = fresh
  }
  if (!setup) throw new Error('A setup was neither kept nor loaded.')
  if (!customer || !customerId) return setup
  return countsCustomers(setup) ? readSetup(db, tenantId, options) : { ...setup, customer }
}
