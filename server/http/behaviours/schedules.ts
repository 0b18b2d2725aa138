import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { Behaviour } from '../crud/behaviour'

/** Schedules: the one that resources follow by default stays active. */
export const schedulesBehaviour: Behaviour = {
  check: async ({ db, caller }, { before, after }): Promise<ValidationErrors> => {
    if (!before?.isActive || after.isActive !== false) return {}
    const { rows } =
      await sql`select from tenants where id = ${caller.tenant?.id} and default_schedule_id = ${before.id}`.execute(db)
    return rows.length > 0 ? { isActive: { key: 'validation.defaultSchedule', args: {} } } : {}
  },
}
