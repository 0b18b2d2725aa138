import { sql } from 'kysely'
import { type ResourceHooks, requireActive } from '../../serve'
import { requireUnbooked } from '../bookings/bookedBefore'

/** Prices are in the tenant's currency. A new variant comes last. */
export const variantsHooks: ResourceHooks = {
  extras: {
    resourceCount: {
      select: sql`(select count(*) from variant_resources where variant_resources.tenant_id = variants.tenant_id
        and variant_resources.owner_id = variants.id)`,
      schema: { type: 'integer', description: 'How many resources are assigned; with none it cannot be booked' },
    },
  },
  prepare: async ({ db, caller }, input, { params }) => {
    if (input.sortOrder !== undefined) return input
    const { rows } = await sql<{ next: number }>`select coalesce(max(sort_order) + 1, 0) as next from variants
      where tenant_id = ${caller.tenant?.id} and catalog_item_id = ${params.catalogItemId}`.execute(db)
    return { ...input, sortOrder: Math.min(rows[0]?.next ?? 0, 10_000) }
  },
  check: async (unit, change) => {
    const price = change.after.price as { currency?: string } | null
    const currency = unit.caller.tenant?.currency
    if (price && currency && price.currency !== currency)
      return { price: { key: 'validation.tenantCurrency', args: { currency } } }
    return {
      ...(await requireUnbooked(unit, change, 'variant_id', ['durationType', 'capacityMode'])),
      ...(await requireActive(unit, 'schedules', 'scheduleId', change)),
    }
  },
}
