import { Route } from 'react-router'
import { defineSubject, lazyScreen } from '../../show'
import { ReportsLink } from './ReportsLink'

const ReportsPage = lazyScreen(() => import('./ReportsPage'))
// While the application starts, not afterwards: on a slow phone that is half a second.
if (globalThis.location?.pathname.startsWith('/reports')) void ReportsPage.fetch()

export const reports = defineSubject({
  screens: <Route path="/reports/:preset?" element={<ReportsPage />} />,
  menu: ReportsLink,
})
