import { sql } from 'kysely'
import type { Transaction } from '../../serve'

export const bookingNeeds = ['variant', 'resource', 'hours'] as const
export type BookingNeed = (typeof bookingNeeds)[number]

export interface VariantReadiness {
  id: string
  name: string
  missing: Exclude<BookingNeed, 'variant'> | null
}

/** A variant needs an active resource that follows a schedule, its own or the tenant's default. */
export const variantsReadiness = async (
  db: Transaction,
  tenantId: string,
  itemId: string,
): Promise<VariantReadiness[]> => {
  const { rows } = await sql<VariantReadiness>`
    select variants.id, variants.name, case
      when count(resources.id) = 0 then 'resource'
      when count(coalesce(resources.schedule_id, tenants.default_schedule_id)) filter (where resources.id is not null) = 0
        then 'hours' end as missing
    from variants join tenants on tenants.id = variants.tenant_id
    left join variant_resources on variant_resources.tenant_id = variants.tenant_id
      and variant_resources.owner_id = variants.id
    left join resources on resources.tenant_id = variants.tenant_id and resources.id = variant_resources.target_id
      and resources.is_active
    where variants.tenant_id = ${tenantId} and variants.catalog_item_id = ${itemId} and variants.is_active
    group by variants.id, variants.name, variants.sort_order order by variants.sort_order, variants.id`.execute(db)
  return rows
}

export const missingToBook = (variants: readonly VariantReadiness[]): BookingNeed | null => {
  if (variants.length === 0) return 'variant'
  if (variants.some(({ missing }) => missing === null)) return null
  return variants.some(({ missing }) => missing === 'hours') ? 'hours' : 'resource'
}
