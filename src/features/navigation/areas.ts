import { lazy } from 'react'
import type { Area } from '../../layout/areas'
import { MainSidebar } from './MainSidebar'
import { SettingsSidebar } from './SettingsSidebar'
import { SetupSidebar } from './SetupSidebar'
import { SuperAdminSidebar } from './SuperAdminSidebar'

const SettingsTabs = lazy(() => import('../settings/SettingsTabs'))

/** The areas of the product, each with its own sidebar. */
export const areas: readonly Area[] = [
  { base: '/superadmin', Sidebar: SuperAdminSidebar, needs: 'superuser' },
  { base: '/settings', Sidebar: SettingsSidebar, Tabs: SettingsTabs, needs: 'session' },
  { base: '/setup', Sidebar: SetupSidebar, needs: 'tenant' },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' },
]
