import { type RawBuilder, sql } from 'kysely'
import { type AuditEntry, type CallQuery, maxExported } from '../../../src/contract'
import * as auditLog from '../../../src/contract/calls/auditLog'
import { mayRead } from '../../../src/schema'
import { csvText } from '../../../src/schema/csvText'
import { isDate } from '../../../src/time/dates'
import type { CurrentTenant } from '../../http/identity/caller'
import { implement, Reply } from '../../http/implement'
import { inLine } from '../../http/inLine'
import type { Route } from '../../http/route'
import type { UnitOfWork } from '../../http/unitOfWork'
import { all, type Condition } from '../scope'
import { noteAction } from './noteAction'
import { countAuditLog, listActors, type Reader, readAuditLog } from './readAuditLog'

type Filters = CallQuery<typeof auditLog.exportFile>

const conditionOf = ({ id, timeZone }: CurrentTenant, query: Filters, { role, resources }: Reader): Condition => {
  const bound = (text: string): RawBuilder<unknown> =>
    isDate(text) ? sql`(${text}::date)::timestamp at time zone ${timeZone}` : sql`${text}::timestamptz`
  const { entityType, entityId, actorId, action, changed, from, to } = query
  const resource = resources.find(({ name }) => name === entityType)
  // The time of a change alone reveals something about the field.
  const fields = changed?.filter(name => resource && mayRead(resource, name, role))
  return all([
    sql<boolean>`tenant_id = ${id}`,
    ...(entityType ? [sql<boolean>`entity_type = ${entityType}`] : []),
    ...(entityId ? [sql<boolean>`entity_id = ${entityId}`] : []),
    ...(actorId ? [sql<boolean>`actor_id = ${actorId}`] : []),
    ...(action ? [sql<boolean>`action = any(${action})`] : []),
    ...(fields ? [sql<boolean>`jsonb_exists_any(changes, ${fields})`] : []),
    ...(from ? [sql<boolean>`at >= ${bound(from)}`] : []),
    ...(to ? [sql<boolean>`at < ${bound(to)}`] : []),
  ])
}

const columns = [
  'at',
  'actor',
  'actorId',
  'action',
  'entityType',
  'entityId',
  'entityLabel',
  'changes',
  'reason',
  'via',
  'ip',
]

const csvRow = ({
  at,
  actor,
  action,
  entityType,
  entityId,
  entityLabel,
  changes,
  reason,
  via,
  ip,
}: AuditEntry): string[] =>
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
    via,
    ip,
  ].map(cell => cell ?? '')

export const auditLogRoutes: Route[] = [
  implement(auditLog.list, ({ caller, query, read, services }) =>
    read(async db => {
      const { page, perPage } = query
      const reader = { role: caller.role, resources: services.resources }
      const condition = conditionOf(caller.tenant, query, reader)
      const entries = await readAuditLog(db, condition, {
        limit: perPage,
        offset: (page - 1) * perPage,
        reader,
      })
      return new Reply(entries, { 'X-Total-Count': String(await countAuditLog(db, condition)) })
    }),
  ),
  implement(auditLog.actors, ({ caller, read }) => read(db => listActors(db, caller.tenant.id))),
  implement(auditLog.exportFile, request => {
    const { caller, query, services } = request
    const read = async (unit: UnitOfWork) => {
      const reader = { role: caller.role, resources: services.resources }
      const entries = await readAuditLog(unit.db, conditionOf(caller.tenant, query, reader), {
        limit: maxExported,
        reader,
      })
      const changes = { count: { from: null, to: entries.length } }
      noteAction(unit, { action: 'exported', resource: { name: 'auditLog' }, record: null, changes })
      return new Response(csvText([columns, ...entries.map(csvRow)]), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="audit-log.csv"',
        },
      })
    }
    return inLine('export', request.caller, () => request.write(read))
  }),
]
