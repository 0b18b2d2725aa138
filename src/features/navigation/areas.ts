import { lazy } from 'react'
import { type Area, coreAreas } from '../../show'
import { MainSidebar } from './MainSidebar'
import { SetupSidebar } from './SetupSidebar'

export const areas: readonly Area[] = [
  ...coreAreas(lazy(() => import('../settings/SettingsTabs'))),
  { base: '/setup', Sidebar: SetupSidebar, needs: 'tenant' },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' },
]
