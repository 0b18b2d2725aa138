import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject } from '../../layout/product'

const AuditLogPage = lazy(() => import('./AuditLogPage'))

export const audit = defineSubject({ screens: <Route path="/settings/audit-log" element={<AuditLogPage />} /> })
