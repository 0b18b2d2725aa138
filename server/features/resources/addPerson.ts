import type { bookableResources } from '../../../src/resources/resources'
import { schedules } from '../../../src/resources/schedules'
import { type ActionsOf, createRecord, findRecord, type Scope } from '../../serve'
import { freeName } from '../freeName'
import { schedulesHooks } from '../schedules/schedulesHooks'
import { setServices } from './services'

export const addPerson: ActionsOf<typeof bookableResources>['addPerson'] = async ({ unit, scope, input }) => {
  const { variantIds, weeklyHours, ...person } = input
  const ofSchedules: Scope = { ...scope, resource: schedules, hooks: schedulesHooks }
  const nameOf = () => freeName(unit, schedules, person.name)
  const schedule =
    weeklyHours.length > 0 && (await createRecord(unit, ofSchedules, { name: await nameOf(), weeklyHours }))
  const { id } = await createRecord(unit, scope, { ...person, ...(schedule && { scheduleId: schedule.id }) })
  await setServices(unit, scope, id, variantIds)
  return findRecord(unit.db, scope, id)
}
