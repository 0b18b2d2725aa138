import { sql } from 'kysely'
import { coreCalls } from '../../../src/core/calls'
import { contains } from '../../crud/filters'
import { all, type Condition } from '../../crud/scope'
import type { Transaction } from '../../db/database'
import { tableName } from '../../db/tables'
import { implement, Reply } from '../../http/implement'
import type { Route } from '../../http/route'

interface TenantRow {
  id: string
  name: string
  slug: string
  isActive: boolean
  owners: { id: string; name: string | null; email: string }[]
  memberCount: number
  lastSignInAt: string | null
}

const matching = (q: string): Condition => sql`(
  ${contains(sql`tenants.name`, q)} or ${contains(sql`tenants.slug`, q)} or exists (
    select from memberships join users on users.id = user_id
    where tenant_id = tenants.id and memberships.is_active and (${contains(sql`users.name`, q)} or ${contains(sql`users.email`, q)})))`

const countsOf = async (db: Transaction, resource: string, tenantIds: readonly string[]) => {
  const { rows } = await sql<{ tenantId: string; count: number }>`
    select tenant_id, count(*)::int as count from ${sql.table(tableName({ name: resource }))}
    where tenant_id = any(${tenantIds}::uuid[]) group by tenant_id`.execute(db)
  return new Map(rows.map(({ tenantId, count }) => [tenantId, count]))
}

export const tenantOverviewRoute = (counted: readonly string[]): Route =>
  implement(coreCalls.tenants.overview, async ({ query: { q, page, perPage }, read }) =>
    read(async db => {
      const condition = all(q === undefined ? [] : [matching(q)])
      const { rows } = await sql<TenantRow>`
        select tenants.id, tenants.name, tenants.slug, tenants.is_active, who.*
        from tenants cross join lateral (
          select count(*)::int as member_count, max(last_sign_in_at) as last_sign_in_at, coalesce(
            jsonb_agg(jsonb_build_object('id', users.id, 'name', users.name, 'email', users.email) order by users.email)
              filter (where role = 'owner'), '[]') as owners
          from memberships join users on users.id = user_id
          where tenant_id = tenants.id and memberships.is_active
        ) who
        where ${condition} order by lower(tenants.name), tenants.id
        limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
      const total = await sql<{ total: number }>`select count(*)::int as total from tenants where ${condition}`.execute(
        db,
      )
      const ids = rows.map(({ id }) => id)
      const counts = new Map<string, ReadonlyMap<string, number>>()
      for (const name of counted) counts.set(name, await countsOf(db, name, ids))
      return new Reply(
        rows.map(row => ({
          ...row,
          counts: Object.fromEntries([...counts].map(([name, of]) => [name, of.get(row.id) ?? 0])),
        })),
        { 'X-Total-Count': String(total.rows[0]?.total ?? 0) },
      )
    }),
  )
