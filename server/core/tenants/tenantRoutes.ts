import { invitations, tenants } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { inSentence } from '../../../src/schema'
import { validate } from '../../../src/schema/validation'
import type { ResourceHooks } from '../../crud/hooks'
import type { Subject } from '../../crud/product'
import { recordReply } from '../../crud/routes'
import { findRecord } from '../../crud/scope'
import { applyTemplate, copySetup, setupOfOther } from '../../crud/setup/setupRoutes'
import { createRecord } from '../../crud/single'
import type { CurrentTenant, MemberCaller } from '../../http/identity/caller'
import { implement } from '../../http/implement'
import { invalid, invalidField, notFound } from '../../http/problem'
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

interface Filling {
  fill: Subject['fillTenant']
  templates: Subject['templates']
  hooks: Readonly<Record<string, ResourceHooks>>
}

export const tenantRoutes = (core: Core, { fill, templates, hooks }: Filling): Route[] => [
  implement(coreCalls.tenants.create, async request => {
    const { ownerEmail, template, copyFrom, sampleBookings } = request.query
    if (template !== undefined && !templates?.keys.includes(template))
      throw invalidField('template', 'validation.choice', { values: templates?.keys.join(', ') ?? '' })
    if (template !== undefined && copyFrom !== undefined) throw invalidField('copyFrom', 'validation.invalid')
    const setUp = async ({ id, timeZone, currency }: Pick<CurrentTenant, 'id' | 'timeZone' | 'currency'>) => {
      if (template === undefined && copyFrom === undefined) return
      const tenant = { id, timeZone, currency, isActive: true }
      const caller: MemberCaller = { ...request.caller, role: 'owner', tenant }
      const asked = { caller, services: request.services, ...request.inTenantOf(caller), part: 'set-up' }
      if (template !== undefined && templates)
        await applyTemplate(templates, template, asked, hooks, { hasSamples: sampleBookings })
      if (document) await copySetup(document, asked, hooks)
    }
    await request.authorized()
    const document = copyFrom === undefined ? null : await setupOfOther(request, copyFrom, hooks)
    const scope = core.scope(tenants, request)
    const make = async (unit: UnitOfWork) => {
      const { id } = await createRecord(unit, scope, request.body)
      await fill?.(unit, id)
      return findRecord(unit.db, scope, id)
    }
    if (!ownerEmail) {
      const made = await request.write(make)
      await setUp(made)
      return recordReply(made)
    }
    const email = validOwner(ownerEmail)
    const tenant = await sendInvitation(request, { mailbox: email }, () =>
      request.write(async unit => {
        const record = await make(unit)
        const ofTenant = { ...core.scope(invitations, request), params: { tenantId: record.id } }
        const mail = await mailOf(unit, await createInvitation(unit, ofTenant, { email, role: 'owner' }))
        return { record, mail }
      }),
    )
    await setUp(tenant)
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
