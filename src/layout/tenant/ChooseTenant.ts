import { lazy } from 'react'

export const ChooseTenant = lazy(() => import('./ChooseTenantView'))
