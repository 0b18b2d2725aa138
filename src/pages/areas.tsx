import { type ComponentType, lazy } from 'react'
import type { Area } from '../layout/areas'
import { MainSidebar } from './navigation/MainSidebar'

const SuperAdminSidebar = lazy(() => import('./navigation/SuperAdminSidebar'))
const SettingsSidebar = lazy(() => import('./navigation/SettingsSidebar'))
const SettingsLinks = lazy(() => import('./settings/SettingsLinks'))

/**
 * The areas of the machine's pages.
 * @param Links replaces the machine's groups of settings
 */
export const coreAreas = (Links: ComponentType = SettingsLinks): readonly Area[] => [
  { base: '/superadmin', Sidebar: SuperAdminSidebar, needs: 'superuser' },
  {
    base: '/settings',
    Sidebar: () => (
      <SettingsSidebar>
        <Links />
      </SettingsSidebar>
    ),
    needs: 'session',
  },
]

export const defaultAreas: readonly Area[] = [...coreAreas(), { base: '/', Sidebar: MainSidebar, needs: 'tenant' }]
