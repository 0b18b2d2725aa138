import { sql } from 'kysely'
import { answerSchema, param, pluralName, ref, singularName, type Trashed, trashedSchema } from '../../../src/contract'
import { type AnyResource, hasRole, inSentence, takingBack } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY } from '../../../src/time/instant'
import type { Transaction } from '../../db/database'
import { callerId } from '../../http/identity/caller'
import { notFound } from '../../http/problem'
import { defineRoute, type Route } from '../../http/route'
import { findEntries, takeBack } from '../audit/takeBack'
import type { ResourceHooks } from '../hooks'
import { accessTo, recordAnswer, scopeOf, scopesTo } from '../routes'
import { all, type Condition, findRecord, requireParents, type Scope } from '../scope'
import { purge } from './purge'

type Trashing = AnyResource & { trash: NonNullable<AnyResource['trash']> }

/** Admins see every deletion, others their own. */
const trashConditions = ({ resource, caller, params }: Scope, now: number): Condition[] => [
  sql`tenant_id = ${caller.tenant?.id} and entity_type = ${resource.name}`,
  sql`parents @> ${JSON.stringify(params)}::jsonb`,
  sql`deleted_at > ${formatInstant(now - (resource as Trashing).trash.days * DAY)}`,
  ...(hasRole(caller.role, 'admin') ? [] : [sql<boolean>`deleted_by = ${callerId(caller)}`]),
]

interface Row {
  id: string
  name: string | null
  deletedAt: string
  type: Trashed['deletedBy']['type']
  by: string | null
  byName: string | null
  total: number
}

const readTrash = async (
  db: Transaction,
  scope: Scope,
  now: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ records: Trashed[]; total: number }> => {
  await requireParents(db, scope)
  const where = all(trashConditions(scope, now))
  const { rows } = await sql<Row>`
    select entity_id as id, entity_label as name, deleted_at, deleted_by_type as type, deleted_by as by,
      deleted_by_name as by_name, (select count(*) from trash where ${where}) as total
    from trash where ${where} order by deleted_at desc, entity_id
    limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const { days } = (scope.resource as Trashing).trash
  return {
    records: rows.map(({ id, name, deletedAt, type, by, byName }) => ({
      ...{ id, name, deletedAt, deletedBy: { type, id: by, name: byName } },
      goneAt: formatInstant(Date.parse(deletedAt) + days * DAY),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** @throws Problem `not_found` */
const requireTrashed = async (db: Transaction, scope: Scope, id: string, now: number): Promise<void> => {
  await requireParents(db, scope)
  const { rows } = await sql`select from trash where ${all([...trashConditions(scope, now), sql`entity_id = ${id}`])}
    for update`.execute(db)
  if (rows.length === 0) throw notFound(inSentence(scope.resource.label[0]))
}

export const trashRoutes = (resource: AnyResource, hooks: Readonly<Record<string, ResourceHooks>>): Route[] => {
  if (!resource.trash) return []
  const [one, many] = [inSentence(resource.label[0]), inSentence(resource.label[1])]
  const path = `${resource.api}/trash`
  const recordPath = `${path}/{id}` as const
  const tag = resource.label[1]
  const ofOthers = 'Owners and admins reach what anybody deleted, others what they deleted themselves.'
  const scope = (request: Parameters<typeof scopeOf>[2]) => scopeOf(resource, hooks[resource.name] ?? {}, request)
  const within = (request: Parameters<typeof scopeOf>[2]): Scope => {
    const { id: _, ...params } = request.params as Record<string, string>
    return scope({ ...request, params })
  }
  return [
    {
      ...defineRoute({
        method: 'GET',
        path,
        access: accessTo(resource, 'delete'),
        tag,
        operationId: `listTrashed${pluralName(resource)}`,
        summary: `Deleted ${many} that can be restored, the last one first`,
        description: ofOthers,
        query: {
          page: param('integer', 'The page, from 1', { min: 1, max: 1_000_000, absent: 1 }),
          perPage: param('integer', 'How many records a page has', { min: 1, max: 100, absent: 25 }),
        },
        answer: {
          status: 200,
          description: 'The page',
          schema: { type: 'array', items: answerSchema(trashedSchema) },
          headers: 'X-Total-Count',
        },
        handler: async request => {
          const now = request.services.now()
          const { records, total } = await request.read(db => readTrash(db, within(request), now, request.query))
          return { status: 200, body: records, headers: { 'X-Total-Count': String(total) } }
        },
      }),
      scopes: scopesTo(resource, 'delete'),
    },
    {
      ...defineRoute({
        method: 'POST',
        path: `${recordPath}/restore`,
        access: accessTo(resource, 'create'),
        tag,
        operationId: `restore${singularName(resource)}`,
        summary: `Restore a deleted ${one}`,
        description: `${ofOthers} It comes back with its id and what was inside it, by the checks of a new ${one}.`,
        answer: { status: 200, description: `The ${one}`, schema: ref(singularName(resource)), headers: 'ETag' },
        handler: async request => {
          const { id } = request.params as { id: string }
          const record = await request.write(async unit => {
            unit.via = takingBack
            await requireTrashed(unit.db, within(request), id, unit.now)
            const entries = await findEntries(
              unit.db,
              sql`tenant_id = ${unit.caller.tenant?.id} and entity_type = ${resource.name} and entity_id = ${id}
                and action = 'deleted'`,
            )
            await takeBack(unit, { scope: within(request), hooks }, entries.slice(-1))
            return findRecord(unit.db, within(request), id)
          })
          return recordAnswer(200, record)
        },
      }),
      scopes: scopesTo(resource, 'create'),
    },
    {
      ...defineRoute({
        method: 'DELETE',
        path: recordPath,
        access: accessTo(resource, 'delete'),
        tag,
        operationId: `purge${singularName(resource)}`,
        summary: `Delete a deleted ${one} for ever`,
        description: `${ofOthers} Its files go. The audit log keeps what it held, which nobody can take back any more.`,
        answer: { status: 204, description: 'It is gone' },
        handler: async request => {
          const { id } = request.params as { id: string }
          await request.write(async unit => {
            await requireTrashed(unit.db, within(request), id, unit.now)
            await purge(unit, sql`entity_type = ${resource.name} and entity_id = ${id}`)
          })
          return { status: 204 }
        },
      }),
      scopes: scopesTo(resource, 'delete'),
    },
  ]
}
