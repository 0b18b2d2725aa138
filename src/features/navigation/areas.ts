import { lazy } from 'react'
import { type Area, coreAreas } from '../../show'
import { settingsGroups } from '../settings/settingsGroups'
import { MainSidebar } from './MainSidebar'

export const areas: readonly Area[] = [
  ...coreAreas(settingsGroups),
  { base: '/setup', Sidebar: lazy(() => import('./SetupSidebar')), needs: 'tenant' },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' },
]
