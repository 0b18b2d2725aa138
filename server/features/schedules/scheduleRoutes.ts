import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { type AnswerOf, DAY } from '../../../src/declare'
import { schedules } from '../../../src/resources/schedules'
import { openingDays, parseLocalDate } from '../../../src/scheduling'
import { deletabilityOf, findRecord, implement, invalidField, scopeOf } from '../../serve'
import { schedulesHooks } from './schedulesHooks'

const maxDays = 366

type Used = Pick<AnswerOf<typeof calls.schedules.usage>, 'resources' | 'variants' | 'futureBookingCount'>
const unused: Used = { resources: [], variants: [], futureBookingCount: 0 }

export const scheduleRoutes = [
  implement(calls.schedules.windows, async request => {
    const { from, to } = request.query
    const days = parseLocalDate(to) - parseLocalDate(from)
    if (days > maxDays) throw invalidField('to', 'validation.rangeTooLong', { max: maxDays })
    const schedule = await request.read(db =>
      findRecord(db, scopeOf(schedules, schedulesHooks, request), request.params.id),
    )
    if (days === 0) return []
    const last = new Date(Date.parse(to) - DAY).toISOString().slice(0, 10)
    return openingDays(schedule, from, last)
  }),
  implement(calls.schedules.usage, async request => {
    const { id } = request.params
    const tenantId = request.caller.tenant.id
    const now = new Date(request.services.now()).toISOString()
    return request.read(async db => {
      const scope = scopeOf(schedules, schedulesHooks, request)
      const schedule = await findRecord(db, scope, id)
      const { rows } = await sql<Used>`
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
      return { ...(rows[0] ?? unused), ...(await deletabilityOf({ db, caller: request.caller }, scope, schedule)) }
    })
  }),
]
