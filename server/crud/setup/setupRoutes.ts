import { sql } from 'kysely'
import * as calls from '../../../src/contract/calls/setup'
import * as core from '../../../src/core'
import type { MemberCaller } from '../../http/identity/caller'
import { implement, Reply } from '../../http/implement'
import { notFound } from '../../http/problem'
import type { Route } from '../../http/route'
import type { Services } from '../../http/services'
import { noteAction } from '../audit/noteAction'
import { appliedSetup, exportedSetup, requireEmpty } from './apply'
import type { Ground } from './entries'
import type { Hooks } from './sections'

const machine: ReadonlySet<string> = new Set(
  Object.values(core).flatMap(each => (typeof each === 'object' && 'api' in each ? each.name : [])),
)

const groundOf = (
  { caller, services }: { caller: MemberCaller; services: Pick<Services, 'resources'> },
  hooks: Hooks,
): Ground => ({ caller, hooks, resources: services.resources })

/** Whether the caller owns another tenant. */
const owns = async (
  { database }: Services,
  { isSuperuser, userId }: MemberCaller,
  tenantId: string,
): Promise<boolean> => {
  if (isSuperuser) return true
  const { rows } = await database.run({ as: 'tenant', tenantId }, db =>
    sql`select from memberships where tenant_id = ${tenantId} and user_id = ${userId} and is_active and role = 'owner'`.execute(
      db,
    ),
  )
  return rows.length > 0
}

/** Routes of set-up documents (docs/setting-up.md). */
export const setupRoutes = (hooks: Hooks): Route[] => [
  implement(calls.exportSetup, request =>
    request.write(async unit => {
      const document = await exportedSetup(unit.db, groundOf(request, hooks))
      noteAction(unit, { action: 'exported', resource: { name: 'setup' }, record: null })
      return new Reply(document, { 'Content-Disposition': 'attachment; filename="setup.json"' })
    }),
  ),
  implement(calls.applySetup, request => {
    const { query, body, headers } = request
    return request.write(unit =>
      appliedSetup(unit, body, groundOf(request, hooks), {
        ...{ isDryRun: query.dryRun, isPruned: query.prune, ifMatch: headers.get('if-match') },
      }),
    )
  }),
  implement(calls.copySetup, async request => {
    const { body, caller, services } = request
    await request.authorized()
    const { fromTenantId } = body
    if (!(await owns(services, caller, fromTenantId))) throw notFound('tenant')
    const document = await services.database.run({ as: 'tenant', tenantId: fromTenantId }, async db => {
      const { rows } = await sql<{ timeZone: string; currency: string }>`
        select time_zone, currency from tenants where id = ${fromTenantId}`.execute(db)
      const [tenant] = rows
      if (!tenant) throw notFound('tenant')
      const there = { ...caller, tenant: { ...tenant, id: fromTenantId, isActive: true } }
      return exportedSetup(db, groundOf({ caller: there, services }, hooks))
    })
    return request.write(async unit => {
      const ground = groundOf(request, hooks)
      await requireEmpty(unit.db, ground, machine)
      return appliedSetup(unit, document, ground)
    })
  }),
]
