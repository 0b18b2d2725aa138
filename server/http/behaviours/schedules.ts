import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import type { ApiRecord } from '../crud/apiRecord'
import type { Behaviour } from '../crud/behaviour'

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

/** Schedules: the one that resources follow by default stays active, and booked timeslots remain what can be booked. */
export const schedulesBehaviour: Behaviour = {
  check: async ({ db }, { before, after }): Promise<ValidationErrors> => {
    if (!before) return {}
    const isClosing = before.isActive && after.isActive === false
    if (isClosing && (await isDefault(db, before))) return { isActive: { key: 'validation.defaultSchedule', args: {} } }
    const isOtherMode = after.mode !== undefined && after.mode !== before.mode
    if (isOtherMode && (await hasBookedTimeslots(db, before)))
      return { mode: { key: 'validation.modeBooked', args: {} } }
    return {}
  },
}
