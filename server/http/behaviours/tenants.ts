import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { Behaviour, CheckedChange } from '../crud/behaviour'
import { invalidField, type Problem } from '../problem'
import type { UnitOfWork } from '../unitOfWork'
import { requireActive } from './requireActive'

/** Refuses another currency than the one in which something has been booked. */
const requireSameCurrency = async ({ db }: UnitOfWork, { before, after }: CheckedChange): Promise<ValidationErrors> => {
  if (!before || after.currency === undefined || after.currency === before.currency) return {}
  const { rows } = await sql`select from bookings
    where tenant_id = ${before.id} and price_amount > 0 limit 1`.execute(db)
  return rows.length > 0 ? { currency: { key: 'validation.currencyBooked', args: {} } } : {}
}

/** Tenants: people see those they are active members of; their address stays the superusers' to change. */
export const tenantsBehaviour: Behaviour = {
  visible: ({ isSuperuser, userId }) =>
    isSuperuser
      ? null
      : sql`exists (select 1 from memberships where memberships.tenant_id = tenants.id
          and memberships.user_id = ${userId} and memberships.is_active)`,
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
