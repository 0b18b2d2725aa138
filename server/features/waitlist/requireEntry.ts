import { sql } from 'kysely'
import { formatInstant, isUuid, MINUTE, type ValidationErrors } from '../../../src/declare'
import { waitsUntil } from '../../../src/resources/waitlistActions'
import type { WaitlistEntry } from '../../../src/resources/waitlistEntries'
import { lockInvariant, refusal, type Transaction } from '../../serve'
import { type AlsoWrong, orNothing } from '../bookings/alsoWrong'
import type { MemberRequest } from '../bookings/bookingScope'
import { missing } from '../bookings/checkAllocation'
import { findEntry, wantedSql } from './entryScope'

const most = { ofCustomer: 20, ofTenant: 10_000 }

interface Terms {
  isActive: boolean
  waitlistEnabled: boolean
  durationType: 'fixed' | 'flexible' | 'daily'
  durationMinutes: number
  minDurationMinutes: number
  maxDurationMinutes: number
  minDays: number
  maxDays: number
  minQuantity: number
  maxQuantity: number
  resourceIds: string[]
  defaultChannelId: string | null
}

export const termsOf = async (db: Transaction, tenantId: string, variantId: unknown): Promise<Terms> => {
  const { rows } = await sql<Terms>`
    select variants.is_active, variants.waitlist_enabled, variants.duration_type, variants.duration_minutes,
      variants.min_duration_minutes, variants.max_duration_minutes, variants.min_days, variants.max_days,
      variants.min_quantity, variants.max_quantity, tenants.default_channel_id,
      (select coalesce(json_agg(target_id), '[]') from variant_resources as link
        where link.tenant_id = variants.tenant_id and link.owner_id = variants.id) as resource_ids
    from variants join tenants on tenants.id = variants.tenant_id
    where variants.tenant_id = ${tenantId} and variants.id = ${variantId}`.execute(db)
  const [terms] = rows
  if (!terms) throw missing('variantId', 'variant')
  return terms
}

export const requireResources = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from resources where tenant_id = ${tenantId} and id = any(${ids})`.execute(db)
  if ((rows[0]?.count ?? 0) < ids.length) throw missing('preferredResourceIds', 'resource')
}

type Wanted = Pick<WaitlistEntry, 'quantity' | 'durationMinutes' | 'windows' | 'preferredResourceIds'>

const lengthOf = (terms: Terms, { durationMinutes }: Wanted): number | null =>
  terms.durationType === 'fixed' ? terms.durationMinutes : durationMinutes

const durationError = (terms: Terms, wanted: Wanted): ValidationErrors => {
  if (terms.durationType === 'fixed') return {}
  const { durationMinutes } = wanted
  if (durationMinutes === null) return { durationMinutes: { key: 'validation.required', args: {} } }
  const [min, max] =
    terms.durationType === 'daily'
      ? [terms.minDays * 1440, terms.maxDays * 1440]
      : [terms.minDurationMinutes, terms.maxDurationMinutes]
  return durationMinutes < min || durationMinutes > max
    ? { durationMinutes: { key: 'validation.quantityOutOfRange', args: { min, max } } }
    : {}
}

/** @param now epoch milliseconds */
export const checkWanted = (terms: Terms, wanted: Wanted, now: number): ValidationErrors => {
  const { quantity, windows, preferredResourceIds } = wanted
  const length = lengthOf(terms, wanted)
  const { minQuantity: min, maxQuantity: max } = terms
  // A day may have 23 hours.
  const shortest = length === null ? 0 : (terms.durationType === 'daily' ? length - 1440 : length) * MINUTE
  const short = windows.findIndex(({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt) < shortest)
  return {
    ...durationError(terms, wanted),
    ...((quantity < min || quantity > max) && {
      quantity: { key: 'validation.quantityOutOfRange', args: { min, max } },
    }),
    ...(windows.length > 0 &&
      waitsUntil({ windows }) <= now && { windows: { key: 'validation.windowsOver', args: {} } }),
    ...(short >= 0 && { [`windows.${short}.endsAt`]: { key: 'validation.windowTooShort', args: {} } }),
    ...(preferredResourceIds.some(id => !terms.resourceIds.includes(id)) && {
      preferredResourceIds: { key: 'validation.notOnVariant', args: {} },
    }),
  }
}

const isWindow = (value: unknown): value is WaitlistEntry['windows'][number] =>
  typeof value === 'object' &&
  value !== null &&
  ['startsAt', 'endsAt']
    .map(name => (value as Record<string, unknown>)[name])
    .every(instant => typeof instant === 'string' && Number.isFinite(Date.parse(instant)))

const readWanted = (json: Readonly<Record<string, unknown>>, present: Wanted): Wanted => {
  const { quantity, durationMinutes, windows, preferredResourceIds: ids } = json
  return {
    quantity: typeof quantity === 'number' ? quantity : present.quantity,
    durationMinutes: typeof durationMinutes === 'number' ? durationMinutes : present.durationMinutes,
    windows: Array.isArray(windows) && windows.every(isWindow) ? windows : present.windows,
    preferredResourceIds: Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : present.preferredResourceIds,
  }
}

/** Checks the wanted times by variant even where other fields are refused. */
export const wrongInWanted: AlsoWrong = (json, request) =>
  orNothing(() =>
    request.read(async db => {
      const { caller, services, params } = request
      const present = params.id === undefined ? null : await findEntry(db, request, params.id)
      const variantId = json.variantId ?? present?.variantId
      if (typeof variantId !== 'string' || !isUuid(variantId)) return {}
      const terms = await termsOf(db, caller.tenant.id, variantId)
      const nothing = { quantity: terms.minQuantity, durationMinutes: null, windows: [], preferredResourceIds: [] }
      return checkWanted(terms, readWanted(json, present ?? nothing), services.now())
    }),
  )

/**
 * Locks the list, since parallel calls count each other.
 * @throws Problem `conflict` for a full list, or a repeated wish
 */
export const requireRoomOnList = async (
  db: Transaction,
  { caller, services }: MemberRequest,
  { id, variantId, customerId, windows }: Pick<WaitlistEntry, 'variantId' | 'customerId' | 'windows'> & { id?: string },
): Promise<void> => {
  const tenantId = caller.tenant.id
  await lockInvariant(db, `the waitlist of ${tenantId}`)
  const isActive = sql`status in ('waiting', 'offered') and waits_until > ${formatInstant(services.now())}
    and id is distinct from ${id ?? null}::uuid`
  const { rows } = await sql<{ ofTenant: number; ofCustomer: number; same: number }>`
    select (select count(*) from waitlist_entries where tenant_id = ${tenantId} and ${isActive}) as of_tenant,
      count(*) as of_customer,
      count(*) filter (where variant_id = ${variantId} and wanted && ${wantedSql(windows)}) as same
    from waitlist_entries where tenant_id = ${tenantId} and customer_id = ${customerId} and ${isActive}`.execute(db)
  const { ofTenant = 0, ofCustomer = 0, same = 0 } = rows[0] ?? {}
  if (same > 0) throw refusal('conflict', 'refusal.waitsAlready')
  if (ofCustomer >= most.ofCustomer) throw refusal('conflict', 'refusal.waitsTooOften', { max: most.ofCustomer })
  if (ofTenant >= most.ofTenant) throw refusal('conflict', 'refusal.waitlistFull', { max: most.ofTenant })
}
