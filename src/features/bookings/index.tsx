import { lazy } from 'react'
import { Navigate, Route } from 'react-router'
import { bookings as declared } from '../../resources/bookings'
import { defineSubject, once, viewsOf } from '../../show'
import { TitleCell } from './TitleCell'

const formOf = (action: string) => `${declared.name}.actions.${action}`
// A single booking's summary has this checkbox.
const tickForMany = { notify: lazy(() => import('./actions/TellMany')) }
const withMessage = { ...tickForMany, reason: lazy(() => import('./actions/MessageInput')) }

export const bookings = defineSubject({
  // Booking makes series and visits.
  screens: ['bookings', 'series', 'visits'].map(name => (
    <Route
      key={name}
      path={`/${name}/new`}
      element={<Navigate to="/availability" state={{ isBooking: true }} replace />}
    />
  )),
  live: declared,
  palette: lazy(() => import('./start/BookingStarts')),
  views: {
    ...viewsOf(declared, {
      cells: { status: lazy(() => import('./StatusCell')), title: TitleCell },
      told: { overrides: lazy(() => import('./OverridesTold')) },
      screens: { edit: lazy(() => import('./page/BookingPage')) },
      dialogs: {
        reschedule: lazy(() => import('./move/MoveDialog')),
        cancel: lazy(() => import('./CancelDialog')),
      },
      Summary: lazy(() => import('./BookingSummary')),
      historyPath: '/bookings/{id}/history',
      describeEntry: once(async () => (await import('./describeBookingEntry')).describeBookingEntry),
    }),
    [formOf('approve')]: { inputs: tickForMany },
    [formOf('restore')]: { inputs: tickForMany },
    [formOf('decline')]: { inputs: withMessage },
    [formOf('cancel')]: { inputs: withMessage },
    [formOf('confirm')]: {
      inputs: {
        ...tickForMany,
        // One input for both fields.
        customerId: () => null,
        customer: lazy(() => import('./actions/CustomerInput')),
      },
    },
  },
})
