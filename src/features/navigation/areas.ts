import { lazy } from 'react'
import { coreAreas } from '../../show'
import { settingsGroups } from '../settings/settingsGroups'
import { MainSidebar } from './MainSidebar'

export const areas = [
  ...coreAreas(settingsGroups),
  { base: '/setup', Sidebar: lazy(() => import('./SetupSidebar')), needs: 'tenant' as const },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' as const },
]
