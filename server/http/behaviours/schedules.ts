import { sql } from 'kysely'
import { englishText, type ValidationErrors } from '../../../src/schema'
import type { Behaviour } from '../crud/behaviour'
import { Problem } from '../problem'
import type { UnitOfWork } from '../unitOfWork'

/** Whether resources without a schedule follow this one. */
const isDefault = async ({ db, caller }: UnitOfWork, id: string): Promise<boolean> => {
  const { rows } =
    await sql`select from tenants where id = ${caller.tenant?.id} and default_schedule_id = ${id}`.execute(db)
  return rows.length > 0
}

/** Schedules: the one that resources follow by default stays, and stays active. */
export const schedulesBehaviour: Behaviour = {
  check: async (unit, { before, after }): Promise<ValidationErrors> => {
    if (!before?.isActive || after.isActive !== false || !(await isDefault(unit, before.id))) return {}
    return { isActive: { key: 'validation.defaultSchedule', args: {} } }
  },
  refuse: async (unit, changes) => {
    const refused = new Map<string, Problem>()
    for (const { before, after } of changes) {
      if (!before || after || !(await isDefault(unit, before.id))) continue
      const key = 'validation.defaultSchedule'
      refused.set(before.id, new Problem('in_use', `${englishText({ key, args: {} })}.`))
    }
    return refused
  },
}
