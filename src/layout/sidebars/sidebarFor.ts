import { isUnder } from '../../routing/isUnder'

export type SidebarName = 'superadmin' | 'settings' | 'setup' | 'main'

/** Which sidebar belongs to an address. */
export const sidebarFor = (pathname: string): SidebarName => {
  if (isUnder(pathname, '/superadmin')) return 'superadmin'
  if (isUnder(pathname, '/settings')) return 'settings'
  return isUnder(pathname, '/setup') ? 'setup' : 'main'
}
