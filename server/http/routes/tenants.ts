import { channels } from '../../../src/resources/channels'
import { memberships } from '../../../src/resources/memberships'
import { tenants } from '../../../src/resources/tenants'
import { findOrInvite, membershipsBehaviour } from '../behaviours/memberships'
import { tenantsBehaviour } from '../behaviours/tenants'
import type { ApiRecord } from '../crud/apiRecord'
import { findRecord } from '../crud/read'
import { recordAnswer, recordBody, resourceRoutes, scopeOf } from '../crud/routes'
import { createRecord } from '../crud/single'
import type { Caller } from '../identity/caller'
import { ref } from '../openapi/schemas'
import { notFound } from '../problem'
import { textParam } from '../queryParams'
import { defineRoute, type Route } from '../route'
import type { Services } from '../services'
import { runUnitOfWork } from '../unitOfWork'

const backOffice = { name: 'Back office', code: 'back-office', kind: 'back_office' }

/**
 * Gives a new tenant the channel of its own people. This takes the tenant's database role, and so a transaction of its own:
 * when it fails, the tenant goes too.
 */
const addBackOffice = async ({ database, users, resources }: Services, caller: Caller, tenant: ApiRecord) => {
  const member: Caller = {
    ...caller,
    tenant: { id: tenant.id, timeZone: String(tenant.timeZone), currency: String(tenant.currency), isActive: true },
  }
  const scope = { resource: channels, behaviour: {}, resources, caller: member, params: {} }
  const actor = { as: 'tenant', tenantId: tenant.id, userId: caller.userId } as const
  try {
    await runUnitOfWork({ database, users, actor, caller: member }, unit => createRecord(unit, scope, backOffice))
  } catch (error) {
    await database.run({ as: 'platform' }, db => db.deleteFrom('tenants').where('id', '=', tenant.id).execute())
    throw error
  }
}

const handWritten = [
  defineRoute({
    method: 'POST',
    path: '/tenants',
    access: { who: 'superuser' },
    tag: 'Tenants',
    operationId: 'createTenant',
    summary: 'Make a tenant',
    query: {
      ownerEmail: textParam('The address of its first owner; an unknown one is invited', { max: 254 }),
    },
    body: recordBody('TenantDraft', []),
    answer: { status: 201, description: 'The new tenant', schema: ref('Tenant') },
    handler: async request => {
      const { caller, query, services } = request
      const tenant = await request.write(async unit => {
        const scope = scopeOf(tenants, tenantsBehaviour, request)
        const created = await createRecord(unit, scope, request.body)
        if (query.ownerEmail) {
          const userId = await findOrInvite(unit, scope, 'ownerEmail', query.ownerEmail)
          const params = { tenantId: created.id }
          const members = { ...scope, resource: memberships, behaviour: membershipsBehaviour, params }
          await createRecord(unit, members, { userId, role: 'owner' })
        }
        return created
      })
      await addBackOffice(services, caller, tenant)
      return recordAnswer(201, tenant)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/tenants/by-slug/{slug}',
    params: { slug: value => /^[a-z0-9-]{1,63}$/i.test(value) },
    access: { who: 'signedIn' },
    tag: 'Tenants',
    operationId: 'getTenantBySlug',
    summary: 'The tenant with this slug, for its members',
    answer: { status: 200, description: 'The tenant', schema: ref('Tenant') },
    handler: request =>
      request.read(async db => {
        const slug = request.params.slug.toLowerCase()
        const row = await db.selectFrom('tenants').select('id').where('slug', '=', slug).executeTakeFirst()
        if (!row) throw notFound('tenant')
        return recordAnswer(200, await findRecord(db, scopeOf(tenants, tenantsBehaviour, request), row.id))
      }),
  }),
]

export const tenantRoutes: Route[] = [
  ...handWritten,
  ...resourceRoutes(tenants, tenantsBehaviour, { without: ['create'] }),
]

/** Whom the tenant's owners may add lives above tenants: users are looked for by address, and invited. */
export const memberRoutes: Route[] = resourceRoutes(memberships, membershipsBehaviour).map(route =>
  route.method === 'POST' ? { ...route, runsAs: 'platform' } : route,
)
