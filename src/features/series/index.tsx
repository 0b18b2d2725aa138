import { lazy } from 'react'
import { Navigate, Route } from 'react-router'
import { bookingSeries } from '../../resources/bookingSeries'
import { bookings } from '../../resources/bookings'
import { defineSubject, once, viewsOf } from '../../show'
import { TitleCell } from './TitleCell'

export const series = defineSubject({
  screens: <Route path="/series/new" element={<Navigate to="/availability" state={{ isBooking: true }} replace />} />,
  views: {
    ...viewsOf(bookingSeries, {
      screens: { edit: lazy(() => import('./SeriesPage')) },
      cells: { rrule: lazy(() => import('./RuleCell')) },
      historyPath: '/bookings/series/{id}/history',
      describeEntry: once(async () => (await import('./describeSeriesEntry')).describeSeriesEntry),
    }),
    ...viewsOf(bookings, { cells: { title: TitleCell } }),
  },
})
