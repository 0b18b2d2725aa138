import { sql } from 'kysely'
import type { Transaction } from '../../db/database'

/** What a catalog item still needs before it can be booked, in the order in which it is set up. */
export const bookingNeeds = ['variant', 'resource', 'hours'] as const
export type BookingNeed = (typeof bookingNeeds)[number]

interface Row {
  variants: number
  resources: number
  hours: number
}

/**
 * What an item lacks to be bookable: an active variant, an active resource assigned to one, and a schedule that an assigned
 * resource follows (its own, or the tenant's default).
 */
export const missingToBook = async (db: Transaction, tenantId: string, itemId: string): Promise<BookingNeed[]> => {
  const { rows } = await sql<Row>`
    select count(distinct variants.id) as variants, count(resources.id) as resources,
      count(coalesce(resources.schedule_id, tenants.default_schedule_id)) filter (where resources.id is not null) as hours
    from variants join tenants on tenants.id = variants.tenant_id
    left join variant_resources on variant_resources.tenant_id = variants.tenant_id
      and variant_resources.owner_id = variants.id
    left join resources on resources.tenant_id = variants.tenant_id and resources.id = variant_resources.target_id
      and resources.is_active
    where variants.tenant_id = ${tenantId} and variants.catalog_item_id = ${itemId} and variants.is_active`.execute(db)
  const [row = { variants: 0, resources: 0, hours: 0 }] = rows
  if (row.variants === 0) return ['variant', 'resource', 'hours']
  if (row.resources === 0) return ['resource', 'hours']
  return row.hours === 0 ? ['hours'] : []
}
