import { sql } from 'kysely'
import type { CallAccess, SetupDocument } from '../../../src/contract'
import type { SetupPlan } from '../../../src/contract/calls/setup'
import * as calls from '../../../src/contract/calls/setup'
import * as core from '../../../src/core'
import { currency } from '../../../src/schema'
import { checkValue } from '../../../src/schema/validation'
import type { Caller, CurrentTenant, MemberCaller } from '../../http/identity/caller'
import { implement, OtherReply, Reply } from '../../http/implement'
import { invalidField, notFound, refusal } from '../../http/problem'
import type { Route, RouteRequest } from '../../http/route'
import type { Services } from '../../http/services'
import type { UnitOfWork } from '../../http/unitOfWork'
import { noteAction } from '../audit/noteAction'
import { rehearsed } from '../bulk'
import { appliedSetup, exportedSetup, requireEmpty } from './apply'
import type { Ground } from './entries'
import type { Hooks } from './sections'
import {
  addedSamples,
  appliedTemplate,
  countsOf,
  madeByTemplate,
  removedTemplate,
  requireTemplate,
  type SetupTemplates,
  templateFor,
} from './templates'

const machine: ReadonlySet<string> = new Set(
  Object.values(core).flatMap(each => (typeof each === 'object' && 'api' in each ? each.name : [])),
)

const groundOf = (
  { caller, services }: { caller: MemberCaller; services: Pick<Services, 'resources'> },
  hooks: Hooks,
): Ground => ({ caller, hooks, resources: services.resources })

const { schema: currencySchema } = currency()

interface Applying {
  caller: MemberCaller
  services: Services
  write: <T>(work: (unit: UnitOfWork) => Promise<T>, part?: string) => Promise<T>
  part?: string
}

/** @throws Problem `not_empty` */
export const applyTemplate = async (
  templates: SetupTemplates,
  key: string,
  request: Applying,
  hooks: Hooks,
  { locale, hasSamples, isDryRun = false }: { locale?: string | null; hasSamples: boolean; isDryRun?: boolean },
): Promise<{ plan: SetupPlan }> => {
  const ground = groundOf(request, hooks)
  const asked = { caller: request.caller, services: request.services, params: {} }
  const done = await request.write(async unit => {
    await requireEmpty(unit.db, ground, machine)
    return appliedTemplate(unit, templates, key, asked, ground, { isDryRun, ...(locale && { locale }) })
  }, request.part)
  if (hasSamples && !isDryRun)
    await request.write(unit => addedSamples(unit, templates, key, asked, ground, done.locale), 'samples')
  return done
}

/** @throws Problem `not_found` unless the caller owns the tenant, or `tenant_inactive` */
export const setupOfOther = async (
  request: Pick<RouteRequest<unknown, CallAccess, unknown, unknown>, 'services' | 'inTenantOf'> & { caller: Caller },
  fromTenantId: string,
  hooks: Hooks,
): Promise<SetupDocument> => {
  const { services, caller } = request
  const tenant = await ownTenant(services, caller, fromTenantId)
  if (!tenant) throw notFound('tenant')
  if (!tenant.isActive) throw refusal('tenant_inactive', 'refusal.tenantInactive')
  const there: MemberCaller = { ...caller, role: 'owner', tenant }
  const { read, write } = request.inTenantOf(there)
  const document = await read(db => exportedSetup(db, groundOf({ caller: there, services }, hooks)))
  await write(async unit => noteExport(unit), 'source')
  return document
}

/** @throws Problem `not_empty` */
export const copySetup = (document: SetupDocument, request: Applying, hooks: Hooks): Promise<SetupPlan> =>
  request.write(async unit => {
    const ground = groundOf(request, hooks)
    await requireEmpty(unit.db, ground, machine)
    return appliedSetup(unit, document, ground)
  }, request.part)

const ownTenant = async (
  { database }: Services,
  { isSuperuser, userId }: Caller,
  tenantId: string,
): Promise<CurrentTenant | undefined> => {
  const { rows } = await database.run({ as: 'tenant', tenantId }, db =>
    sql<CurrentTenant>`
      select id, time_zone, currency, is_active from tenants where id = ${tenantId} and (${isSuperuser}::boolean or exists (
        select from memberships where tenant_id = ${tenantId} and user_id = ${userId} and is_active and role = 'owner'))`.execute(
      db,
    ),
  )
  return rows[0]
}

const noteExport = (unit: UnitOfWork): void =>
  noteAction(unit, { action: 'exported', resource: { name: 'setup' }, record: null })

/** docs/setting-up.md */
export const setupRoutes = (hooks: Hooks, templates: SetupTemplates | undefined): Route[] => [
  implement(calls.exportSetup, request =>
    request.write(async unit => {
      const document = await exportedSetup(unit.db, groundOf(request, hooks))
      noteExport(unit)
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
    await request.authorized()
    return copySetup(await setupOfOther(request, request.body.fromTenantId, hooks), request, hooks)
  }),
  implement(calls.listTemplates, async ({ query }) =>
    (templates?.keys ?? []).map(key => {
      const locale = query.locale ?? 'en'
      const document = templates?.document(key, { locale, currency: 'EUR', timeZone: 'UTC' })
      return {
        ...{ key, name: '', description: '', ...templates?.about(key, locale) },
        counts: document ? countsOf(document) : {},
      }
    }),
  ),
  implement(calls.getTemplate, async request => {
    const { params, query } = request
    const known = requireTemplate(templates, params.key)
    if (query.currency !== undefined && 'problem' in checkValue(currencySchema, query.currency))
      throw invalidField('currency', 'validation.currency')
    return request.read(async db => {
      const { document } = await templateFor(db, known, params.key, groundOf(request, hooks), query)
      return { document, sampleBookings: known.sampleBookings(params.key), counts: countsOf(document) }
    })
  }),
  implement(calls.applyTemplate, async request => {
    const { params, body } = request
    const known = requireTemplate(templates, params.key)
    const { plan } = await applyTemplate(known, params.key, request, hooks, {
      ...{ locale: body.locale, hasSamples: body.sampleBookings, isDryRun: body.dryRun },
    })
    return body.dryRun ? new OtherReply(plan) : plan
  }),
  implement(calls.getMade, request =>
    request.write(async unit => {
      if (!templates) throw notFound('template')
      return rehearsed(unit, () => madeByTemplate(unit, templates, groundOf(request, hooks)))
    }),
  ),
  implement(calls.removeMade, request =>
    request.write(async unit => {
      if (!templates) throw notFound('template')
      await removedTemplate(unit, templates, groundOf(request, hooks), request.query)
    }),
  ),
]
