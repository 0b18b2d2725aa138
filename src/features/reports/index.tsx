import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject } from '../../show'
import { ReportsLink } from './ReportsLink'

const ReportsPage = lazy(() => import('./ReportsPage'))

export const reports = defineSubject({
  screens: <Route path="/reports/:preset?" element={<ReportsPage />} />,
  menu: ReportsLink,
})
