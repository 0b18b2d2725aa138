import { sql } from 'kysely'
import { channels } from '../../../src/resources/channels'
import { memberships } from '../../../src/resources/memberships'
import { tenants } from '../../../src/resources/tenants'
import { noteAction } from '../audit/noteAction'
import { findOrInvite, membershipsBehaviour } from '../behaviours/memberships'
import { tenantsBehaviour } from '../behaviours/tenants'
import { findRecord } from '../crud/read'
import { recordAnswer, recordBody, resourceRoutes, scopeOf } from '../crud/routes'
import { createRecord } from '../crud/single'
import { ref } from '../openapi/schemas'
import { notFound } from '../problem'
import { textParam } from '../queryParams'
import { defineRoute, type Route } from '../route'
import type { UnitOfWork } from '../unitOfWork'
import { resendInviteRoute } from './resendInvite'
import { setupStatusRoute } from './setupStatus'

/** Gives a new tenant the channel of its own people, where bookings come from that name none. */
const addBackOffice = async (unit: UnitOfWork, tenantId: string): Promise<void> => {
  const { db } = unit
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id`.execute(db)
  const channel = { id: String(rows[0]?.id), name: 'Back office', code: 'back-office', kind: 'back_office' }
  // Nothing is returned: the platform may add this channel, and see none.
  await db
    .insertInto('channels')
    .values({ tenantId, ...channel })
    .execute()
  await db.updateTable('tenants').set({ defaultChannelId: channel.id }).where('id', '=', tenantId).execute()
  noteAction(unit, { action: 'created', resource: channels, record: channel, label: channel.name, tenantId })
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
      const { query } = request
      const tenant = await request.write(async unit => {
        const scope = scopeOf(tenants, tenantsBehaviour, request)
        const created = await createRecord(unit, scope, request.body)
        await addBackOffice(unit, created.id)
        if (query.ownerEmail) {
          const userId = await findOrInvite(unit, scope, 'ownerEmail', query.ownerEmail)
          const params = { tenantId: created.id }
          const members = { ...scope, resource: memberships, behaviour: membershipsBehaviour, params }
          await createRecord(unit, members, { userId, role: 'owner' })
        }
        return findRecord(unit.db, scope, created.id)
      })
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
  setupStatusRoute,
  ...resourceRoutes(tenants, tenantsBehaviour, { without: ['create'] }),
]

/** Whom the tenant's owners may add lives above tenants: users are looked for by address, and invited. */
export const memberRoutes: Route[] = [
  resendInviteRoute,
  ...resourceRoutes(memberships, membershipsBehaviour).map(route =>
    route.method === 'POST' ? { ...route, runsAs: 'platform' as const } : route,
  ),
]
