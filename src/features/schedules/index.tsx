import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { schedules as declared } from '../../resources/schedules'
import { timeslots } from '../../resources/timeslots'

export const schedules = defineSubject({
  views: {
    ...viewsOf(declared, {
      inputs: { dateOverrides: lazy(() => import('./ScheduleDatesInput')) },
      panel: { Content: lazy(() => import('./ScheduleTimeslots')), shows: [timeslots] },
    }),
    ...viewsOf(timeslots, { questions: { timeslot_booked: lazy(() => import('./BookedTimeslotDialog')) } }),
  },
})
