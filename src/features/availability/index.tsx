import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject } from '../../show'

const AvailabilityPage = lazy(() => import('./AvailabilityPage'))

export const availability = defineSubject({
  screens: <Route path="/availability" element={<AvailabilityPage />} />,
})
