import type { Subject } from '../../serve'
import { timeslotBooked } from '../problemCodes'
import { scheduleRoutes } from './scheduleRoutes'
import { schedulesHooks } from './schedulesHooks'
import { timeslotRoutes } from './timeslots/timeslotRoutes'
import { timeslotsHooks } from './timeslots/timeslotsHooks'

export const schedules: Subject = {
  beyondRows: true,
  hooks: { schedules: schedulesHooks, timeslots: timeslotsHooks },
  routes: [...scheduleRoutes, ...timeslotRoutes],
  problemCodes: [timeslotBooked],
}
