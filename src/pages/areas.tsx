import { lazy } from 'react'
import type { Area } from '../layout/areas'
import { MainSidebar } from './navigation/MainSidebar'
import type { SettingsGroup } from './settings/settingsGroups'

const SuperAdminSidebar = lazy(() => import('./navigation/SuperAdminSidebar'))
const SettingsSidebar = lazy(() => import('./navigation/SettingsSidebar'))

/**
 * The areas of the machine's pages.
 * @param groups of settings, in place of the machine's
 */
export const coreAreas = (groups?: readonly SettingsGroup[]): readonly Area[] => [
  { base: '/superadmin', Sidebar: SuperAdminSidebar, needs: 'superuser' },
  { base: '/settings', Sidebar: () => <SettingsSidebar groups={groups} />, needs: 'session' },
]

export const defaultAreas: readonly Area[] = [...coreAreas(), { base: '/', Sidebar: MainSidebar, needs: 'tenant' }]
