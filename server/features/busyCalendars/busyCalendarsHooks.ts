import { sql } from 'kysely'
import { hasRole } from '../../../src/declare'
import { busyCalendars } from '../../../src/resources/busyCalendars'
import { actionsFor, type Caller, findRecord, Problem, type Redrive, type ResourceHooks, scopeOf } from '../../serve'
import { ownColumns } from '../caller'
import { importCalendar } from './busyImport'
import { busyImportQueue, takeAtOnce, takenAtOnce } from './importCalendar'

const state = (column: string) => sql`(select ${sql.ref(`states.${column}`)} from busy_calendar_states as states
  where states.tenant_id = busy_calendars.tenant_id and states.busy_calendar_id = busy_calendars.id)`

/** Null for members who may manage all calendars. */
const onlyResource = (caller: Caller): { id: string | null } | null =>
  caller.role && hasRole(caller.role, 'admin') ? null : { id: ownColumns.membershipOf(caller)?.resourceId ?? null }

export const busyCalendarsHooks: ResourceHooks = {
  visible: caller => {
    const only = onlyResource(caller)
    return only && sql`busy_calendars.resource_id is not distinct from ${only.id}::uuid`
  },
  computed: {
    lastSuccessAt: state('lastSuccessAt'),
    lastError: state('lastError'),
    eventCount: sql`coalesce(${state('eventCount')}, 0)`,
  },
  check: async ({ caller }, { after }) => {
    const only = onlyResource(caller)
    if (only && after.resourceId !== only.id)
      throw new Problem('forbidden', 'Staff manage the calendars of their own resource alone.')
    return {}
  },
  actions: actionsFor(busyCalendars, {
    refresh: async ({ unit, record }) => {
      await takeAtOnce(unit.db, String(record.tenantId), record.id)
      return record
    },
  }),
  aroundAction: async (request, work) => {
    const record = await work()
    if (request.isRepeated()) return record
    const { services, caller } = request
    const { database, webhooks } = services
    const tenantId = String(record.tenantId)
    const as = { as: 'tenant' as const, tenantId }
    const taken = await database.run(as, db => takenAtOnce(db, tenantId, record.id))
    if (taken) await importCalendar({ database, ...webhooks }, tenantId, taken)
    const scope = scopeOf(busyCalendars, busyCalendarsHooks, { ...request, caller })
    return database.run(as, db => findRecord(db, scope, String(record.id)))
  },
}

/** After a day without a successful read. */
export const redriveBusyImport: Redrive = async ({ db }, tenantId, id) => {
  await sql`update busy_calendar_states set next_read_at = now(), attempts = 0, failing_since = null, told_at = null
    where tenant_id = ${tenantId} and busy_calendar_id = ${id}`.execute(db)
  return busyImportQueue
}
