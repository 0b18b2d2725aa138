import { sql } from 'kysely'
import { recordBody, ref } from '../../../src/declare'
import { busyCalendars } from '../../../src/resources/busyCalendars'
import {
  accessTo,
  createRecord,
  defineRoute,
  findRecord,
  recordAnswer,
  type Services,
  scopeOf,
  updateRecord,
} from '../../serve'
import { addressPurpose, busyAddress } from './busyAddress'
import { busyCalendarsHooks } from './busyCalendarsHooks'
import { busyImportQueue } from './importCalendar'

const tag = busyCalendars.label[1]
const record = ref('BusyCalendar')
const path = `${busyCalendars.api}/{id}` as const

const withoutAddress = ({ webhooks }: Services, body: Readonly<Record<string, unknown>>) => {
  if (typeof body.url !== 'string' || body.url.trim() === '') return { input: body, url: null }
  const { url, shown } = busyAddress(body.url, webhooks.settings)
  return { input: { ...body, url: shown }, url }
}

const create = defineRoute({
  method: 'POST',
  path: busyCalendars.api,
  access: accessTo(busyCalendars, 'create'),
  tag,
  operationId: 'createBusyCalendar',
  summary: 'Make a busy calendar',
  description: 'It is read at once. Of its address only the host and the end are shown from then on.',
  body: recordBody('BusyCalendarDraft'),
  answer: { status: 201, description: 'The new busy calendar', schema: record, headers: 'ETag' },
  handler: async request => {
    const { services, body, write } = request
    const { input, url } = withoutAddress(services, body)
    const scope = scopeOf(busyCalendars, busyCalendarsHooks, request)
    const made = await write(async unit => {
      const { id, tenantId } = await createRecord(unit, scope, input)
      const sealed = services.webhooks.sealer.seal(String(url), addressPurpose(tenantId, id))
      await sql`insert into busy_calendar_states (tenant_id, busy_calendar_id, address, next_read_at)
        values (${tenantId}, ${id}, ${sealed}, now())`.execute(unit.db)
      unit.due.add(busyImportQueue)
      return findRecord(unit.db, scope, id)
    })
    return recordAnswer(201, made)
  },
})

const update = defineRoute({
  method: 'PATCH',
  path,
  access: accessTo(busyCalendars, 'update'),
  tag,
  operationId: 'updateBusyCalendar',
  summary: 'Change fields of a busy calendar',
  headers: 'If-Match',
  body: recordBody('BusyCalendarChanges'),
  answer: { status: 200, description: 'The busy calendar as it is now', schema: record, headers: 'ETag' },
  handler: async request => {
    const { services, body, params, headers, write } = request
    const scope = scopeOf(busyCalendars, busyCalendarsHooks, request)
    const changed = await write(async unit => {
      const before = await findRecord(unit.db, scope, params.id, { lock: true })
      // Forms send back the shown part of an unchanged address.
      const { input, url } = body.url === before.url ? { input: body, url: null } : withoutAddress(services, body)
      const after = await updateRecord(unit, scope, params.id, { input, ifMatch: headers.get('if-match') })
      const { id, tenantId } = after
      if (url) {
        const sealed = services.webhooks.sealer.seal(url, addressPurpose(tenantId, id))
        await sql`update busy_calendar_states set address = ${sealed}, etag = null, last_modified = null, read_at = null,
          next_read_at = now(), leased_until = null where tenant_id = ${tenantId} and busy_calendar_id = ${id}`.execute(
          unit.db,
        )
      } else if (after.isActive && !before.isActive)
        await sql`update busy_calendar_states set next_read_at = now()
          where tenant_id = ${tenantId} and busy_calendar_id = ${id}`.execute(unit.db)
      unit.due.add(busyImportQueue)
      return findRecord(unit.db, scope, id)
    })
    return recordAnswer(200, changed)
  },
})

export const busyCalendarRoutes = [create, update]
