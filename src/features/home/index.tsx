import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject } from '../../show'

const HomePage = lazy(() => import('./HomePage'))

export const home = defineSubject({ screens: <Route path="/" element={<HomePage />} /> })
