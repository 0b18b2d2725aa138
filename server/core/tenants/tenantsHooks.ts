import { sql } from 'kysely'
import type { ResourceHooks } from '../../crud/hooks'
import { invalidField, type Problem } from '../../http/problem'

/** Members and API keys see their tenant, and only superusers change its address. */
export const tenantsHooks: ResourceHooks = {
  visible: ({ isSuperuser, userId, key, tenant }) => {
    if (isSuperuser) return null
    if (key) return sql`tenants.id = ${tenant?.id}`
    return sql`exists (select 1 from memberships where memberships.tenant_id = tenants.id
          and memberships.user_id = ${userId} and memberships.is_active)`
  },
  refuse: async ({ caller }, changes) => {
    if (caller.isSuperuser) return new Map()
    const moved = changes.filter(({ before, after }) => before && after && before.slug !== after.slug)
    return new Map<string, Problem>(
      moved.flatMap(({ before }) => (before ? [[before.id, invalidField('slug', 'validation.forbidden')]] : [])),
    )
  },
}
