import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import type { ApiRecord } from '../crud/apiRecord'
import type { Behaviour } from '../crud/behaviour'
import { type Problem, refusal } from '../problem'

const defaultSchedule = { key: 'validation.defaultSchedule', args: {} }

/** Whether resources without a schedule follow this one. */
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

/** Schedules: the one that resources follow by default stays, and stays active; booked timeslots remain what can be booked. */
export const schedulesBehaviour: Behaviour = {
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
