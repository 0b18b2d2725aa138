import type { ReactNode } from 'react'
import { ReturnToApp } from './ReturnToApp'
import { TenantButton } from './TenantButton'

interface AreaSidebarProps {
  /** The tenant's place: above the way back, below it, or none. */
  tenant?: 'above' | 'below' | 'none'
  children: ReactNode
}

/** The sidebar of an area such as the settings: the tenant, the way back, its own links. */
export const AreaSidebar = ({ tenant = 'above', children }: AreaSidebarProps) => (
  <>
    {tenant === 'above' && <TenantButton />}
    <ReturnToApp />
    {tenant === 'below' && <TenantButton />}
    {children}
  </>
)
