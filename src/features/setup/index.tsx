import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject } from '../../show'

const SetupPage = lazy(() => import('./SetupPage'))

export const setup = defineSubject({ screens: <Route path="/setup" element={<SetupPage />} /> })
