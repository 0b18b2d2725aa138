import { sql } from 'kysely'
import type { Behaviour } from '../crud/behaviour'
import { invalidField, type Problem } from '../problem'
import { requireActive } from './requireActive'

/** Tenants: people see those they are active members of; their address stays the superusers' to change. */
export const tenantsBehaviour: Behaviour = {
  visible: ({ isSuperuser, userId }) =>
    isSuperuser
      ? null
      : sql`exists (select 1 from memberships where memberships.tenant_id = tenants.id
          and memberships.user_id = ${userId} and memberships.is_active)`,
  check: async (unit, change) => requireActive(unit, 'schedules', 'defaultScheduleId', change, change.before?.id),
  refuse: async ({ caller }, changes) => {
    if (caller.isSuperuser) return new Map()
    const moved = changes.filter(({ before, after }) => before && after && before.slug !== after.slug)
    return new Map<string, Problem>(
      moved.flatMap(({ before }) => (before ? [[before.id, invalidField('slug', 'validation.forbidden')]] : [])),
    )
  },
}
