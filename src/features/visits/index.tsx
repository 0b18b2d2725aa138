import { lazy } from 'react'
import { visits as declared } from '../../resources/visits'
import { defineSubject, once, viewsOf } from '../../show'

const nothing = () => null

export const visits = defineSubject({
  views: {
    ...viewsOf(declared, {
      screens: { edit: lazy(() => import('./VisitPage')) },
      dialogs: {
        confirm: lazy(() => import('./ConfirmVisit')),
        reschedule: lazy(() => import('./MoveVisit')),
        cancel: lazy(() => import('./CancelVisit')),
      },
      Summary: lazy(() => import('./VisitSummary')),
      historyPath: '/bookings/visits/{id}/history',
      describeEntry: once(async () => (await import('./describeVisitEntry')).describeVisitEntry),
    }),
    // The visit's summary has this checkbox.
    ...Object.fromEntries(
      (['approve', 'decline', 'restore'] as const).map(name => [
        `${declared.name}.actions.${name}`,
        { inputs: { notify: nothing } },
      ]),
    ),
  },
})
