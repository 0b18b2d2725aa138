import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { CheckedChange, ResourceHooks } from '../../crud/hooks'
import { requireActive } from '../../crud/requireActive'
import { invalidField, type Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'

/** Fixed once something is booked. */
const requireSameCurrency = async ({ db }: UnitOfWork, { before, after }: CheckedChange): Promise<ValidationErrors> => {
  if (!before || after.currency === undefined || after.currency === before.currency) return {}
  const { rows } = await sql`select from bookings
    where tenant_id = ${before.id} and price_amount > 0 limit 1`.execute(db)
  return rows.length > 0 ? { currency: { key: 'validation.currencyBooked', args: {} } } : {}
}

/** Members and API keys see their tenant; only superusers change its address. */
export const tenantsHooks: ResourceHooks = {
  visible: ({ isSuperuser, userId, key, tenant }) => {
    if (isSuperuser) return null
    if (key) return sql`tenants.id = ${tenant?.id}`
    return sql`exists (select 1 from memberships where memberships.tenant_id = tenants.id
          and memberships.user_id = ${userId} and memberships.is_active)`
  },
  check: async (unit, change) => ({
    ...(await requireSameCurrency(unit, change)),
    ...(await requireActive(unit, 'schedules', 'defaultScheduleId', change, change.before?.id)),
  }),
  refuse: async ({ caller }, changes) => {
    if (caller.isSuperuser) return new Map()
    const moved = changes.filter(({ before, after }) => before && after && before.slug !== after.slug)
    return new Map<string, Problem>(
      moved.flatMap(({ before }) => (before ? [[before.id, invalidField('slug', 'validation.forbidden')]] : [])),
    )
  },
}
