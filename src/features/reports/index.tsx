import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject, lazyScreen } from '../../show'
import { ReportsLink } from './ReportsLink'

const ReportsPage = lazyScreen(() => import('./ReportsPage'))
// Saves half a second on a slow phone.
if (globalThis.location?.pathname.startsWith('/reports')) void ReportsPage.fetch()

export const reports = defineSubject({
  screens: <Route path="/reports/:preset?" element={<ReportsPage />} />,
  menu: ReportsLink,
  palette: lazy(() => import('./ReportOffers')),
})
