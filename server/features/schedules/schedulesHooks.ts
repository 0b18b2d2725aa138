import { sql } from 'kysely'
import type { Message, ValidationErrors } from '../../../src/declare'
import { schedules } from '../../../src/resources/schedules'
import {
  type ActionsOf,
  type ApiRecord,
  actionsFor,
  copiedValues,
  createRecord,
  type Problem,
  type ResourceHooks,
  refusal,
  type Transaction,
} from '../../serve'

const defaultSchedule: Message = { key: 'validation.defaultSchedule', args: {} }

const isDefault = async (db: Transaction, { id, tenantId }: ApiRecord): Promise<boolean> => {
  const { rows } = await sql`select from tenants where id = ${tenantId} and default_schedule_id = ${id}`.execute(db)
  return rows.length > 0
}

const hasBookedTimeslots = async (db: Transaction, { id, tenantId }: ApiRecord): Promise<boolean> => {
  const { rows } = await sql`
    select from bookings join timeslots
      on timeslots.tenant_id = bookings.tenant_id and timeslots.id = bookings.timeslot_id
    where bookings.tenant_id = ${tenantId} and timeslots.schedule_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

const followers = sql`from resources where resources.tenant_id = schedules.tenant_id
  and coalesce(resources.schedule_id, (select tenants.default_schedule_id from tenants where tenants.id = schedules.tenant_id)) = schedules.id`

const duplicate: ActionsOf<typeof schedules>['duplicate'] = ({ unit, scope, record, input }) =>
  createRecord(unit, scope, { ...copiedValues(schedules, record), name: input.name })

/** The default stays active; a schedule with booked timeslots keeps its mode. */
export const schedulesHooks: ResourceHooks = {
  computed: { followerCount: sql`(select count(*) ${followers})` },
  actions: actionsFor(schedules, { duplicate }),
  check: async ({ db }, { before, after }): Promise<ValidationErrors> => {
    if (!before) return {}
    const isClosing = before.isActive && after.isActive === false
    if (isClosing && (await isDefault(db, before))) return { isActive: defaultSchedule }
    const isOtherMode = after.mode !== undefined && after.mode !== before.mode
    if (isOtherMode && (await hasBookedTimeslots(db, before)))
      return { mode: { key: 'validation.modeBooked', args: {} } }
    return {}
  },
  refuse: async ({ db }, changes) => {
    const refused = new Map<string, Problem>()
    for (const { before, after } of changes) {
      if (!before || after || !(await isDefault(db, before))) continue
      refused.set(before.id, refusal('in_use', 'refusal.defaultSchedule'))
    }
    return refused
  },
}
