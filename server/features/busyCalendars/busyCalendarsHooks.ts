import { sql } from 'kysely'
import { busyCalendars } from '../../../src/resources/busyCalendars'
import { actionsFor, findRecord, type ResourceHooks, type Services, scopeOf } from '../../serve'
import { importCalendar } from './busyImport'
import { busyImportQueue, takeAtOnce, takenAtOnce } from './importCalendar'

const state = (column: string) => sql`(select ${sql.ref(`states.${column}`)} from busy_calendar_states as states
  where states.tenant_id = busy_calendars.tenant_id and states.busy_calendar_id = busy_calendars.id)`

export const busyCalendarsHooks: ResourceHooks = {
  computed: {
    lastSuccessAt: state('lastSuccessAt'),
    lastError: state('lastError'),
    eventCount: sql`coalesce(${state('eventCount')}, 0)`,
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
    const { database, now, webhooks } = services
    const tenantId = String(record.tenantId)
    const as = { as: 'tenant' as const, tenantId }
    const taken = await database.run(as, db => takenAtOnce(db, tenantId, record.id))
    if (taken) await importCalendar({ database, now, ...webhooks }, tenantId, taken)
    const scope = scopeOf(busyCalendars, busyCalendarsHooks, { ...request, caller })
    return database.run(as, db => findRecord(db, scope, String(record.id)))
  },
}

/** After a day without a successful read. */
export const redriveBusyImport: Services['redrives'][string] = async ({ db }, tenantId, id) => {
  await sql`update busy_calendar_states set next_read_at = now(), attempts = 0, failing_since = null, told_at = null
    where tenant_id = ${tenantId} and busy_calendar_id = ${id}`.execute(db)
  return busyImportQueue
}
