import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { csvText } from '../../../src/schema/csvText'
import { type AuditAction, type AuditEntry, auditActions } from '../audit/auditEntry'
import { noteAction } from '../audit/noteAction'
import { countAuditLog, listActors, readAuditLog } from '../audit/readAuditLog'
import { all, type Condition } from '../crud/scope'
import { type CurrentTenant, isUuid } from '../identity/caller'
import { uuidSchema } from '../openapi/fieldSchema'
import { ref } from '../openapi/schemas'
import { InvalidValue, integerParam, type JsonSchema, type QueryParam, readChoice, textParam } from '../queryParams'
import { defineRoute, type Route } from '../route'

/** The longest file that anybody reads. */
const maxExported = 10_000

const uuidParam = (description: string): QueryParam<string | undefined> => ({
  schema: uuidSchema,
  description,
  read: ([text = '', ...others]) => {
    if (others.length > 0 || !isUuid(text)) throw new InvalidValue('validation.uuid')
    return text
  },
  absent: undefined,
})

const isDate = (text: string): boolean => z.iso.date().safeParse(text).success && !text.startsWith('0000')
const isInstant = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(text).success && !text.startsWith('0000')

/** An instant, or a bare date that stands for its start in the tenant's zone. */
const momentParam = (description: string): QueryParam<string | undefined> => ({
  schema: { type: 'string' },
  description: `${description}: an instant, or a date that stands for its start in the tenant’s time zone`,
  read: ([text = '', ...others]) => {
    if (others.length > 0) throw new InvalidValue('validation.invalid')
    if (!isDate(text) && !isInstant(text)) throw new InvalidValue('validation.instant')
    return text
  },
  absent: undefined,
})

const actionParam: QueryParam<AuditAction[] | undefined> = {
  schema: { type: 'array', items: { type: 'string', enum: [...auditActions] } },
  description: 'What was done; one of these when repeated',
  read: values => values.map(value => readChoice(value, auditActions)),
  absent: undefined,
}

const filters = {
  entityType: textParam('The resource’s name, such as channels', { max: 63 }),
  entityId: uuidParam('The record'),
  actorId: uuidParam('The user who did it'),
  action: actionParam,
  from: momentParam('At or after this'),
  to: momentParam('Before this'),
}

interface Filters {
  entityType: string | undefined
  entityId: string | undefined
  actorId: string | undefined
  action: AuditAction[] | undefined
  from: string | undefined
  to: string | undefined
}

const conditionOf = ({ id, timeZone }: CurrentTenant, query: Filters): Condition => {
  const bound = (text: string): RawBuilder<unknown> =>
    isDate(text) ? sql`(${text}::date)::timestamp at time zone ${timeZone}` : sql`${text}::timestamptz`
  const { entityType, entityId, actorId, action, from, to } = query
  return all([
    sql<boolean>`tenant_id = ${id}`,
    ...(entityType ? [sql<boolean>`entity_type = ${entityType}`] : []),
    ...(entityId ? [sql<boolean>`entity_id = ${entityId}`] : []),
    ...(actorId ? [sql<boolean>`actor_id = ${actorId}`] : []),
    ...(action ? [sql<boolean>`action = any(${action})`] : []),
    ...(from ? [sql<boolean>`at >= ${bound(from)}`] : []),
    ...(to ? [sql<boolean>`at < ${bound(to)}`] : []),
  ])
}

const actorsSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: uuidSchema, name: { type: 'string' } },
    required: ['id', 'name'],
  },
}

const columns = ['at', 'actor', 'actorId', 'action', 'entityType', 'entityId', 'entityLabel', 'changes', 'reason', 'ip']

const csvRow = ({ at, actor, action, entityType, entityId, entityLabel, changes, reason, ip }: AuditEntry): string[] =>
  [
    at,
    actor.name ?? actor.type,
    actor.id,
    action,
    entityType,
    entityId,
    entityLabel,
    JSON.stringify(changes),
    reason,
    ip,
  ].map(cell => cell ?? '')

const access = { who: 'member', role: 'admin', tenant: { header: 'X-Tenant-ID' } } as const

/** Who did what in a tenant: for its owners and admins, to read. Nothing is written or deleted here (domain.md §5). */
export const auditLogRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/audit-log',
    access,
    tag: 'Audit log',
    operationId: 'listAuditEntries',
    summary: 'A page of the audit log, newest first',
    query: {
      ...filters,
      page: integerParam('The page, from 1', { min: 1, max: 1_000_000, absent: 1 }),
      perPage: integerParam('How many entries a page has', { min: 1, max: 100, absent: 25 }),
    },
    answer: {
      status: 200,
      description: 'The page',
      schema: { type: 'array', items: ref('AuditEntry') },
      headers: {
        'X-Total-Count': { description: 'How many entries there are on all pages', schema: { type: 'integer' } },
      },
    },
    handler: ({ caller, query, read }) =>
      read(async db => {
        const { page, perPage } = query
        const condition = conditionOf(caller.tenant, query)
        const body = await readAuditLog(db, condition, { limit: perPage, offset: (page - 1) * perPage })
        const total = await countAuditLog(db, condition)
        return { status: 200 as const, body, headers: { 'X-Total-Count': String(total) } }
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/audit-log/actors',
    access,
    tag: 'Audit log',
    operationId: 'listAuditActors',
    summary: 'The users who are in the audit log, by name',
    answer: { status: 200, description: 'Each with the name of the last entry', schema: actorsSchema },
    handler: async ({ caller, read }) => ({ status: 200, body: await read(db => listActors(db, caller.tenant.id)) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/audit-log/export',
    access,
    tag: 'Audit log',
    operationId: 'exportAuditLog',
    summary: 'The audit log as CSV, newest first',
    description: `At most ${maxExported} entries. Text that a spreadsheet could take for a formula begins with an apostrophe. The export is itself an entry.`,
    query: filters,
    answer: { status: 200, description: 'The file', contentType: 'text/csv', schema: { type: 'string' } },
    handler: ({ caller, query, write }) =>
      write(async unit => {
        const entries = await readAuditLog(unit.db, conditionOf(caller.tenant, query), { limit: maxExported })
        const changes = { count: { from: null, to: entries.length } }
        noteAction(unit, { action: 'exported', resource: { name: 'auditLog' }, record: null, changes })
        return new Response(csvText([columns, ...entries.map(csvRow)]), {
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': 'attachment; filename="audit-log.csv"',
          },
        })
      }),
  }),
]
