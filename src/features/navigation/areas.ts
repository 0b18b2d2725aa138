import { lazy } from 'react'
import { coreAreas } from '../../show'
import { MainSidebar } from './MainSidebar'

export const areas: ReturnType<typeof coreAreas> = [
  ...coreAreas(lazy(() => import('../settings/SettingsLinks'))),
  { base: '/setup', Sidebar: lazy(() => import('./SetupSidebar')), needs: 'tenant' },
  { base: '/', Sidebar: MainSidebar, needs: 'tenant' },
]
