import { lazy } from 'react'
import { type Area, coreAreas } from '../../show'
import { MainSidebar } from './MainSidebar'

export const areas: readonly Area[] = [
  ...coreAreas(lazy(() => import('../settings/SettingsLinks'))),
  { base: '/setup', Sidebar: lazy(() => import('./SetupSidebar')), needs: 'tenant' },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' },
]
