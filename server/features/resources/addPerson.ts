import type { bookableResources } from '../../../src/resources/resources'
import { schedules } from '../../../src/resources/schedules'
import { type ActionsOf, createRecord, findRecord, type Scope, type UnitOfWork } from '../../serve'
import { schedulesHooks } from '../schedules/schedulesHooks'
import { setServices } from './services'

/** `Sofia`, `Sofia 2`: the person's name, as far as it is free. */
const freeScheduleName = async ({ db, caller }: UnitOfWork, name: string): Promise<string> => {
  const rows = await db
    .selectFrom('schedules')
    .select('name')
    .where('tenantId', '=', String(caller.tenant?.id))
    .execute()
  const taken = new Set(rows.map(row => row.name.toLowerCase()))
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

export const addPerson: ActionsOf<typeof bookableResources>['addPerson'] = async ({ unit, scope, input }) => {
  const { variantIds, weeklyHours, ...person } = input
  const ofSchedules: Scope = { ...scope, resource: schedules, hooks: schedulesHooks }
  const schedule =
    weeklyHours.length > 0 &&
    (await createRecord(unit, ofSchedules, { name: await freeScheduleName(unit, person.name), weeklyHours }))
  const { id } = await createRecord(unit, scope, { ...person, ...(schedule && { scheduleId: schedule.id }) })
  await setServices(unit, scope, id, variantIds)
  return findRecord(unit.db, scope, id)
}
