import { type ComponentType, lazy } from 'react'
import type { Area } from '../layout/areas'
import { MainSidebar } from './navigation/MainSidebar'
import { SettingsSidebar } from './navigation/SettingsSidebar'
import { SuperAdminSidebar } from './navigation/SuperAdminSidebar'

const SettingsTabs = lazy(() => import('./settings/SettingsTabs'))

/**
 * The areas of the machine's pages.
 * @param Tabs in place of its groups of settings
 */
export const coreAreas = (Tabs: ComponentType = SettingsTabs): readonly Area[] => [
  { base: '/superadmin', Sidebar: SuperAdminSidebar, needs: 'superuser' },
  { base: '/settings', Sidebar: SettingsSidebar, Tabs, needs: 'session' },
]

/** The areas of a product that gives none. */
export const defaultAreas: readonly Area[] = [...coreAreas(), { base: '/', Sidebar: MainSidebar, needs: 'tenant' }]
