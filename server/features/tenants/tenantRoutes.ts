import { sql } from 'kysely'
import { coreCalls } from '../../../src/core/calls'
import { channels } from '../../../src/resources/channels'
import { invitations } from '../../../src/resources/invitations'
import { tenants } from '../../../src/resources/tenants'
import { validate } from '../../../src/schema/validation'
import { noteAction } from '../../crud/audit/noteAction'
import { findRecord } from '../../crud/read'
import { recordReply, resourceRoutes, scopeOf } from '../../crud/routes'
import { createRecord } from '../../crud/single'
import { implement } from '../../http/implement'
import { invalid, notFound } from '../../http/problem'
import type { Route } from '../../http/route'
import type { UnitOfWork } from '../../http/unitOfWork'
import { createInvitation } from '../members/invitationsHooks'
import { mailOf, sendInvitation } from '../members/sendInvitation'
import { setupStatusRoute } from '../setup/setupStatus'
import { tenantsHooks } from './tenantsHooks'

/** The back office is the default channel for bookings. */
const addBackOffice = async (unit: UnitOfWork, tenantId: string): Promise<void> => {
  const { db } = unit
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id`.execute(db)
  const channel = { id: String(rows[0]?.id), name: 'Back office', code: 'back-office', kind: 'back_office' as const }
  // No `returning`: the platform role may add this channel but not read channels.
  await db
    .insertInto('channels')
    .values({ tenantId, ...channel })
    .execute()
  await db.updateTable('tenants').set({ defaultChannelId: channel.id }).where('id', '=', tenantId).execute()
  noteAction(unit, { action: 'created', resource: channels, record: channel, label: channel.name, tenantId })
}

/** @throws Problem `validation` */
const validOwner = (email: string): string => {
  const validated = validate(invitations, { email }, { role: null })
  if (!validated.ok) throw invalid({ ownerEmail: validated.errors.email ?? { key: 'validation.email', args: {} } })
  return String(validated.values.email)
}

const handWritten = [
  implement(coreCalls.tenants.create, async request => {
    const { ownerEmail } = request.query
    const scope = scopeOf(tenants, tenantsHooks, request)
    const make = async (unit: UnitOfWork) => {
      const { id } = await createRecord(unit, scope, request.body)
      await addBackOffice(unit, id)
      return findRecord(unit.db, scope, id)
    }
    if (!ownerEmail) return recordReply(await request.write(make))
    const email = validOwner(ownerEmail)
    const tenant = await sendInvitation(request, { mailbox: email }, () =>
      request.write(async unit => {
        const record = await make(unit)
        const ofTenant = { ...scope, params: { tenantId: record.id } }
        const mail = await mailOf(unit, await createInvitation(unit, ofTenant, { email, role: 'owner' }))
        return { record, mail }
      }),
    )
    return recordReply(tenant)
  }),
  implement(coreCalls.tenants.bySlug, request =>
    request.read(async db => {
      const slug = request.params.slug.toLowerCase()
      const row = await db.selectFrom('tenants').select('id').where('slug', '=', slug).executeTakeFirst()
      if (!row) throw notFound('tenant')
      return recordReply(await findRecord(db, scopeOf(tenants, tenantsHooks, request), row.id))
    }),
  ),
]

export const tenantRoutes: Route[] = [
  ...handWritten,
  setupStatusRoute,
  ...resourceRoutes(tenants, tenantsHooks, { without: ['create'] }),
]
