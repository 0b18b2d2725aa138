import { lazy } from 'react'
import { Route } from 'react-router'
import { users } from '../../core'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { tenants } from '../../resources/tenants'

const SuperAdminPage = lazy(() => import('./SuperAdminPage'))

export const superadmin = defineSubject({
  screens: <Route path="/superadmin" element={<SuperAdminPage />} />,
  views: {
    ...viewsOf(tenants, { Summary: lazy(() => import('./TenantGoes')) }),
    ...viewsOf(users, { panel: { Content: lazy(() => import('./UserPanels')) } }),
  },
})
