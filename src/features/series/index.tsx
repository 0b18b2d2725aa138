import { lazy } from 'react'
import { bookingSeries } from '../../resources/bookingSeries'
import { defineSubject, once, viewsOf } from '../../show'

export const series = defineSubject({
  views: {
    ...viewsOf(bookingSeries, {
      screens: { edit: lazy(() => import('./SeriesPage')) },
      cells: { rrule: lazy(() => import('./RuleCell')) },
      historyPath: '/bookings/series/{id}/history',
      describeEntry: once(async () => (await import('./describeSeriesEntry')).describeSeriesEntry),
    }),
  },
})
