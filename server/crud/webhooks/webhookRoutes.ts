import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Body, fieldsBody, type JsonSchema, objectOf, recordBody, ref, singularName } from '../../../src/contract'
import { type AnyResource, eventTypes, integer, text } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import { writeEvents } from '../../events/events'
import { invalidField, Problem } from '../../http/problem'
import { defineRoute, type Route } from '../../http/route'
import type { Services } from '../../http/services'
import { actorIn } from '../../http/unitOfWork'
import { isUrlAllowed } from '../../outgoing/addresses'
import { attempt } from '../../webhooks/attempt'
import { cancelWaiting, findTaken, noteAttempts } from '../../webhooks/rows'
import { secretPurpose } from '../../webhooks/settings'
import { noteAction } from '../audit/noteAction'
import { testType } from '../events/describeWebhooks'
import { accessTo, recordAnswer, scopeOf, scopesTo } from '../routes'
import { findRecord } from '../scope'
import { createRecord, updateRecord } from '../single'
import { requireMayHear } from './requireMayHear'
import { deliveriesHooks, webhooksHooks } from './webhooksHooks'

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const hintOf = (secret: string): string => secret.slice(-4)

const testsPerMinute = 10

const requireAllowed = ({ webhooks }: Services, url: unknown): void => {
  if (typeof url === 'string' && url.length <= 2000 && !isUrlAllowed(url.trim(), webhooks.settings))
    throw invalidField('url', 'validation.addressNotAllowed')
}

const changesWhatIsSent = (before: ApiRecord, after: ApiRecord): boolean =>
  (['url', 'events', 'includesPersonalData', 'isActive'] as const).some(
    name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

const leased = sql`interval '1 minute'`

const secretSchema = {
  type: 'string' as const,
  description: 'What its calls are signed with: shown here, and never again. Not among the answers to a repeated call.',
}

const expirySchema: JsonSchema = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }

const pathOf = (webhooks: AnyResource) => `${webhooks.api}/{id}` as const

const shared = (webhooks: AnyResource) => ({
  access: accessTo(webhooks, 'update') as Extract<Route['access'], { who: 'member' }>,
  tag: webhooks.label[1],
})

const scopeIn = (webhooks: AnyResource, request: Parameters<typeof scopeOf>[2]) =>
  scopeOf(webhooks, webhooksHooks, request)

const createRoute = (webhooks: AnyResource): Route =>
  defineRoute({
    method: 'POST',
    path: webhooks.api,
    ...shared(webhooks),
    operationId: `create${singularName(webhooks)}`,
    scopes: scopesTo(webhooks, 'create'),
    summary: 'Make a webhook',
    body: recordBody(`${singularName(webhooks)}Draft`),
    answer: {
      status: 201,
      description: 'The new webhook, with its secret',
      schema: { allOf: [ref(singularName(webhooks)), { type: 'object', properties: { secret: secretSchema } }] },
      headers: 'ETag',
    },
    handler: async request => {
      const { services, body } = request
      requireAllowed(services, body.url)
      const secret = newSecret()
      // A repeated call's stored answer must not contain the secret.
      const made = await request.write(async unit => {
        const { id, tenantId } = await createRecord(unit, scopeIn(webhooks, request), body)
        const sealed = services.webhooks.sealer.seal(secret, secretPurpose(String(tenantId), id))
        await sql`insert into webhook_states (tenant_id, webhook_id, secret, secret_hint)
          values (${tenantId}, ${id}, ${sealed}, ${hintOf(secret)})`.execute(unit.db)
        return findRecord(unit.db, scopeIn(webhooks, request), id)
      })
      const answer = recordAnswer(201, made)
      return request.isRepeated() ? answer : { ...answer, shownOnce: { secret } }
    },
  })

const updateRoute = (webhooks: AnyResource): Route =>
  defineRoute({
    method: 'PATCH',
    path: pathOf(webhooks),
    ...shared(webhooks),
    operationId: `update${singularName(webhooks)}`,
    scopes: scopesTo(webhooks, 'update'),
    summary: 'Change fields of a webhook',
    headers: 'If-Match',
    body: recordBody(`${singularName(webhooks)}Changes`),
    answer: {
      status: 200,
      description: 'The webhook as it is now',
      schema: ref(singularName(webhooks)),
      headers: 'ETag',
    },
    handler: async request => {
      const { body, params, services, headers } = request
      requireAllowed(services, body.url)
      const changes = { input: body, ifMatch: headers.get('if-match') }
      const changed = await request.write(async unit => {
        const before = await findRecord(unit.db, scopeIn(webhooks, request), params.id, { lock: true })
        const after = await updateRecord(unit, scopeIn(webhooks, request), params.id, changes)
        if (changesWhatIsSent(before, after)) requireMayHear(request, after)
        const { id, tenantId, isActive } = after
        if (!isActive) await cancelWaiting(unit.db, String(tenantId), sql`select ${id}::uuid`)
        else if (body.isActive === true)
          await sql`update webhook_states set disabled_reason = null, failing_since = null
            where tenant_id = ${tenantId} and webhook_id = ${id}`.execute(unit.db)
        return findRecord(unit.db, scopeIn(webhooks, request), id)
      })
      return recordAnswer(200, changed)
    },
  })

const rotateRoute = (webhooks: AnyResource): Route =>
  defineRoute({
    method: 'POST',
    path: `${pathOf(webhooks)}/rotate-secret`,
    ...shared(webhooks),
    operationId: `rotate${singularName(webhooks)}Secret`,
    summary: 'Give a webhook a new secret',
    description:
      'For `overlapHours` calls are signed with both. A second rotation within that time drops the oldest of the three.',
    body: fieldsBody({ overlapHours: integer({ default: 24, min: 0, max: 72 }) }),
    answer: {
      status: 200,
      description: 'The new secret',
      schema: {
        ...objectOf({ previousExpiresAt: expirySchema }),
        properties: { secret: secretSchema, previousExpiresAt: expirySchema },
      },
    },
    handler: async request => {
      const { services, params, body } = request
      const secret = newSecret()
      const previousExpiresAt = await request.write(async unit => {
        const found = await findRecord(unit.db, scopeIn(webhooks, request), params.id, { lock: true })
        const tenantId = String(found.tenantId)
        const sealed = services.webhooks.sealer.seal(secret, secretPurpose(tenantId, found.id))
        const until =
          body.overlapHours > 0 ? sql`now() + make_interval(hours => ${body.overlapHours})` : sql`null::timestamptz`
        const { rows } = await sql<{ until: string | null }>`
          insert into webhook_states as states (tenant_id, webhook_id, secret, secret_hint)
          values (${tenantId}, ${found.id}, ${sealed}, ${hintOf(secret)})
          on conflict (tenant_id, webhook_id) do update set secret = excluded.secret, secret_hint = excluded.secret_hint,
            previous_secret = case when ${until} is not null then states.secret end, previous_expires_at = ${until}
          returning previous_expires_at as until`.execute(unit.db)
        noteAction(unit, { action: 'rotated', resource: webhooks, record: found, label: String(found.url) })
        return rows[0]?.until ?? null
      })
      return { status: 200, body: { ...(!request.isRepeated() && { secret }), previousExpiresAt } }
    },
  })

const testRoute = (webhooks: AnyResource, deliveries: AnyResource): Route =>
  defineRoute({
    method: 'POST',
    path: `${pathOf(webhooks)}/test`,
    ...shared(webhooks),
    operationId: `test${singularName(webhooks)}`,
    scopes: scopesTo(webhooks, 'update'),
    summary: 'Send a test to a webhook',
    description: `One attempt, without a retry, also while the webhook is off. At most ${testsPerMinute} per minute.`,
    body: fieldsBody({
      type: text({ default: testType, max: 60, help: `Any type of event; ${testType} unless given.` }),
    }) as Body<{ type: string }>,
    answer: { status: 200, description: 'What came of it', schema: ref(singularName(deliveries)) },
    handler: async request => {
      const { services, params, body, caller } = request
      const { catalogue } = services.webhooks
      if (body.type !== testType && !eventTypes(catalogue).includes(body.type))
        throw invalidField('type', 'validation.noSuchEventType')
      const { tenant } = caller as { tenant: { id: string } }
      const as = { as: 'tenant' as const, tenantId: tenant.id }
      const id = await request.write(async unit => {
        const { db } = unit
        const found = await findRecord(db, scopeIn(webhooks, request), params.id, { lock: true })
        requireMayHear(request, found)
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from webhook_deliveries where tenant_id = ${tenant.id}
          and webhook_id = ${found.id} and is_test and created_at > now() - interval '1 minute'`.execute(db)
        if ((rows[0]?.count ?? 0) >= testsPerMinute)
          throw new Problem('rate_limited', 'Too many tests.', { headers: { 'Retry-After': '60' } })
        noteAction(unit, { action: 'sent_test', resource: webhooks, record: found, label: String(found.url) })
        const actor = actorIn(unit.caller)
        await writeEvents(db, { actor, ip: null, requestId: null }, [
          {
            ...{ tenantId: tenant.id, type: testType, subjectType: 'webhook', subjectId: found.id },
            ...{ data: { id: found.id, type: body.type }, previous: null },
          },
        ])
        // Leased, so that no other process sends it.
        const made = await sql<{ id: string }>`
          insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, subject_id, sequence, is_test,
            next_attempt_at, leased_until)
          select tenant_id, subject_id, id, ${body.type}, subject_id, sequence, true, now(), now() + ${leased}
          from events where tenant_id = ${tenant.id} and subject_id = ${found.id} order by sequence desc limit 1
          returning id`.execute(db)
        return String(made.rows[0]?.id)
      })
      if (!request.isRepeated()) {
        const taken = await services.database.run(as, db => findTaken(db, tenant.id, id))
        const attempted = taken && (await attempt(services.webhooks, taken, { isFinal: true }))
        if (attempted) await services.database.run(as, db => noteAttempts(db, tenant.id, [attempted]))
      }
      const of = scopeOf(deliveries, deliveriesHooks, { ...request, params: { webhookId: params.id } })
      return { status: 200, body: await services.database.run(as, db => findRecord(db, of, id)) }
    },
  })

export const webhookRoutes = (webhooks: AnyResource, deliveries: AnyResource): Route[] => [
  createRoute(webhooks),
  updateRoute(webhooks),
  rotateRoute(webhooks),
  testRoute(webhooks, deliveries),
]
