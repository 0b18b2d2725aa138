import { lazy } from 'react'
import { schedules as declared } from '../../resources/schedules'
import { timeslots } from '../../resources/timeslots'
import { defineSubject, viewsOf } from '../../show'

export const schedules = defineSubject({
  views: {
    ...viewsOf(declared, {
      inputs: { dateOverrides: lazy(() => import('./ScheduleDatesInput')) },
      panel: { Content: lazy(() => import('./ScheduleTimeslots')), shows: [timeslots] },
    }),
    ...viewsOf(timeslots, { questions: { timeslot_booked: lazy(() => import('./BookedTimeslotDialog')) } }),
  },
})
