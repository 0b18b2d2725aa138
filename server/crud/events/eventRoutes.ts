import { sql } from 'kysely'
import { type AuditActor, isUuid, param, pluralName, ref, singularName } from '../../../src/contract'
import type { AnyResource } from '../../../src/schema'
import { withoutCustomer } from '../../audit/auditEntry'
import type { Transaction } from '../../db/database'
import type { Events } from '../../events/events'
import type { Caller } from '../../http/identity/caller'
import { invalidField } from '../../http/problem'
import { defineRoute, type Route } from '../../http/route'
import { readRecords } from '../columns'
import { listConditions, listQueryParams, listRecords } from '../list'
import { accessTo, resourceRoutes, scopeOf, scopesTo } from '../routes'
import { all, type Condition, type Scope, scopeConditions } from '../scope'
import { eventsHooks } from './eventsHooks'

const mostAfter = 100

/** Oldest first, up to the oldest open transaction (`events.ts`). */
const readAfter = async (db: Transaction, scope: Scope, after: string, conditions: readonly Condition[]) => {
  const { rows: found } = await sql<{ commitOrder: number; position: number }>`
    select commit_order, position from events where tenant_id = ${scope.caller.tenant?.id} and id = ${after}`.execute(
    db,
  )
  const [cursor] = found
  if (!cursor) throw invalidField('after', 'validation.noSuchEvent')
  const following = sql`
    where ${all([...scopeConditions(scope), ...conditions])}
    and (commit_order, position) > (${cursor.commitOrder}::bigint, ${cursor.position}::bigint)
    and commit_order < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by commit_order, position limit ${mostAfter}`
  return readRecords(db, scope.resource, scope.hooks, following)
}

type Values = Readonly<Record<string, unknown>>

/** An API key needs a scope for personal data. */
const heardBy = (caller: Caller | null, events: Events, event: Values): Values => {
  const subject = events?.[String(event.subjectType)]
  const { personalScope, impersonal } = subject ?? {}
  if (!caller?.key || !personalScope || !impersonal || caller.key.scopes.has(personalScope)) return event
  const only = (values: unknown) =>
    values && Object.fromEntries(Object.entries(values).filter(([name]) => name === 'id' || impersonal.includes(name)))
  return {
    ...event,
    actor: withoutCustomer(event.actor as AuditActor),
    data: only(event.data),
    previous: only(event.previous),
  }
}

const narrowed = (route: Route): Route => ({
  ...route,
  handler: async request => {
    const answer = await route.handler(request)
    if (answer instanceof Response) return answer
    const told = (event: unknown) => heardBy(request.caller, request.services.events, event as Values)
    return { ...answer, body: Array.isArray(answer.body) ? answer.body.map(told) : told(answer.body) }
  },
})

export const eventRoutes = (resource: AnyResource): Route[] => routesOf(resource).map(narrowed)

const routesOf = (resource: AnyResource): Route[] => [
  ...resourceRoutes(resource, eventsHooks, { without: ['list'] }),
  defineRoute({
    method: 'GET',
    path: resource.api,
    access: accessTo(resource, 'list'),
    scopes: scopesTo(resource, 'list'),
    tag: resource.label[1],
    operationId: `list${pluralName(resource)}`,
    summary: 'A page of events, newest first, or those after one, oldest first',
    query: {
      ...listQueryParams(resource, eventsHooks),
      after: param(
        'text',
        'The id of an event: those after it, oldest first, at most 100. No other event can come between.',
        {
          max: 36,
        },
      ),
    },
    answer: {
      status: 200,
      description: 'The page',
      schema: { type: 'array', items: ref(singularName(resource)) },
      headers: 'X-Total-Count',
    },
    handler: async request => {
      const { query } = request
      const scope = scopeOf(resource, eventsHooks, request)
      const conditions = listConditions(scope, query)
      const { after } = query
      if (after !== undefined && !isUuid(after)) throw invalidField('after', 'validation.noSuchEvent')
      const { records, total } = await request.read(async db => {
        if (after === undefined) return listRecords(work => work(db), scope, query, conditions)
        const records = await readAfter(db, scope, after, conditions)
        return { records, total: records.length }
      })
      return { status: 200, body: records, headers: { 'X-Total-Count': String(total) } }
    },
  }),
]
