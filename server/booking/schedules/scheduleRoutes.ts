import { sql } from 'kysely'
import { schedules } from '../../../src/resources/schedules'
import { parseLocalDate, type ScheduleInput, scheduleDays } from '../../../src/scheduling'
import { inputNames, text } from '../../../src/schema'
import { schedulesBehaviour } from '../../http/behaviours/schedules'
import { deletabilityMembers, deletabilityOf } from '../../http/crud/checks'
import { findRecord } from '../../http/crud/read'
import { recordAnswer, scopeOf } from '../../http/crud/routes'
import { createRecord } from '../../http/crud/single'
import { fieldsBody } from '../../http/fieldsBody'
import { uuidSchema } from '../../http/openapi/fieldSchema'
import { objectOf } from '../../http/openapi/objectOf'
import { ref } from '../../http/openapi/schemas'
import { invalidField } from '../../http/problem'
import { type JsonSchema, required } from '../../http/queryParams'
import { defineRoute, type RouteAccess } from '../../http/route'
import { dateParam } from '../momentParam'

const DAY = 86_400_000
/** A year of a calendar. */
const maxDays = 366

const read = { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' } } as const satisfies RouteAccess
const write = { ...read, role: 'admin' } as const satisfies RouteAccess

const textSchema: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const windowsSchema = list(
  objectOf({
    date: { type: 'string', format: 'date' },
    dayLengthMinutes: { ...integer, description: '1380 or 1500 on days on which the clocks change' },
    clockChange: { type: 'string', enum: ['none', 'skipped', 'repeated'] },
    windows: list(objectOf({ startsAt: instant, endsAt: instant, minutes: integer })),
    override: orNull(objectOf({ id: orNull(textSchema), label: orNull(textSchema), isClosed: { type: 'boolean' } })),
  }),
)

const usageSchema = objectOf({
  ...deletabilityMembers,
  resources: {
    ...list(objectOf({ id: uuidSchema, name: textSchema, isByDefault: { type: 'boolean' } })),
    description: 'With those that have no schedule of their own, where this is the tenant’s default',
  },
  variants: list(
    objectOf({ id: uuidSchema, name: textSchema, catalogItemId: uuidSchema, catalogItemName: textSchema }),
  ),
  futureBookingCount: { ...integer, description: 'Bookings to come on these resources or of these variants' },
})

const duplicateBody = fieldsBody({ name: text({ required: true, help: 'Of the copy' }) })

export const scheduleRoutes = [
  defineRoute({
    method: 'GET',
    path: '/schedules/{id}/windows',
    access: read,
    tag: 'Schedules',
    operationId: 'listScheduleWindows',
    summary: 'The open hours of a schedule, day by day, as they are',
    query: {
      from: required(dateParam('The first local date of the schedule')),
      to: required(dateParam('The local date before which to stop')),
    },
    answer: { status: 200, description: 'One entry for each date', schema: windowsSchema },
    handler: async request => {
      const { from, to } = request.query
      const days = parseLocalDate(to) - parseLocalDate(from)
      if (days <= 0) throw invalidField('to', 'validation.notAfterStart')
      if (days > maxDays) throw invalidField('to', 'validation.rangeTooLong', { max: maxDays })
      const schedule = await request.read(db =>
        findRecord(db, scopeOf(schedules, schedulesBehaviour, request), request.params.id),
      )
      const last = new Date(Date.parse(to) - DAY).toISOString().slice(0, 10)
      return { status: 200, body: scheduleDays(schedule as unknown as ScheduleInput, from, last) }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/schedules/{id}/duplicate',
    access: write,
    tag: 'Schedules',
    operationId: 'duplicateSchedule',
    summary: 'Copy a schedule, without its timeslots',
    body: duplicateBody,
    answer: { status: 201, description: 'The copy', schema: ref('Schedule') },
    handler: async request => {
      const scope = scopeOf(schedules, schedulesBehaviour, request)
      const copy = await request.write(async unit => {
        const original = await findRecord(unit.db, scope, request.params.id)
        const values = Object.fromEntries(inputNames(schedules).map(name => [name, original[name]]))
        return createRecord(unit, scope, { ...values, ...request.body })
      })
      return recordAnswer(201, copy)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/schedules/{id}/usage',
    access: read,
    tag: 'Schedules',
    operationId: 'getScheduleUsage',
    summary: 'What follows a schedule, how many bookings are to come, and what would keep it from being deleted',
    answer: { status: 200, description: 'Resources, variants and a count', schema: usageSchema },
    handler: async request => {
      const { id } = request.params
      const tenantId = request.caller.tenant.id
      const now = new Date(request.services.now()).toISOString()
      const body = await request.read(async db => {
        const scope = scopeOf(schedules, schedulesBehaviour, request)
        const schedule = await findRecord(db, scope, id)
        const { rows } = await sql<object>`
          with used_resources as (
            select id, name, schedule_id is null as is_by_default from resources where tenant_id = ${tenantId}
            and (schedule_id = ${id} or (schedule_id is null
              and ${id} = (select default_schedule_id from tenants where id = ${tenantId})))
          ),
          used_variants as (
            select variants.id, variants.name, items.id as item_id, items.name as item_name from variants
            join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
            where variants.tenant_id = ${tenantId} and variants.schedule_id = ${id}
          )
          select
            (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isByDefault', is_by_default)
              order by lower(name), id), '[]') from used_resources) as resources,
            (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'catalogItemId', item_id,
              'catalogItemName', item_name) order by lower(item_name), lower(name), id), '[]') from used_variants) as variants,
            (select count(distinct booking_id) from allocations where tenant_id = ${tenantId} and active
              and starts_at > ${now} and (status <> 'held' or hold_expires_at > ${now})
              and (resource_id in (select id from used_resources) or variant_id in (select id from used_variants))
            ) as future_booking_count`.execute(db)
        return { ...rows[0], ...(await deletabilityOf({ db, caller: request.caller }, scope, schedule)) }
      })
      return { status: 200, body }
    },
  }),
]
