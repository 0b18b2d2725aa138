import { lazy } from 'react'
import { coreAreas } from '../../show'
import { settingsGroups } from '../settings/settingsGroups'
import { MainSidebar } from './MainSidebar'

export const areas: ReturnType<typeof coreAreas> = [
  ...coreAreas(settingsGroups),
  { base: '/setup', Sidebar: lazy(() => import('./SetupSidebar')), needs: 'tenant' },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' },
]
