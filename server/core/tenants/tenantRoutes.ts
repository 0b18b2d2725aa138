import { invitations, tenants } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { inSentence } from '../../../src/schema'
import { validate } from '../../../src/schema/validation'
import type { Subject } from '../../crud/product'
import { recordReply } from '../../crud/routes'
import { findRecord } from '../../crud/scope'
import { createRecord } from '../../crud/single'
import { implement } from '../../http/implement'
import { invalid, notFound } from '../../http/problem'
import type { Route } from '../../http/route'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { Core } from '../core'
import { createInvitation } from '../members/invitationsHooks'
import { mailOf, sendInvitation } from '../members/sendInvitation'

const validOwner = (email: string): string => {
  const validated = validate(invitations, { email }, { role: null })
  if (!validated.ok) throw invalid({ ownerEmail: validated.errors.email ?? { key: 'validation.email', args: {} } })
  return String(validated.values.email)
}

export const tenantRoutes = (core: Core, fill: Subject['fillTenant']): Route[] => [
  implement(coreCalls.tenants.create, async request => {
    const { ownerEmail } = request.query
    const scope = core.scope(tenants, request)
    const make = async (unit: UnitOfWork) => {
      const { id } = await createRecord(unit, scope, request.body)
      await fill?.(unit, id)
      return findRecord(unit.db, scope, id)
    }
    if (!ownerEmail) return recordReply(await request.write(make))
    const email = validOwner(ownerEmail)
    const tenant = await sendInvitation(request, { mailbox: email }, () =>
      request.write(async unit => {
        const record = await make(unit)
        const ofTenant = { ...core.scope(invitations, request), params: { tenantId: record.id } }
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
      if (!row) throw notFound(inSentence(core.declared(tenants).label[0]))
      return recordReply(await findRecord(db, core.scope(tenants, request), row.id))
    }),
  ),
]
