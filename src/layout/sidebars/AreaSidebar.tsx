import type { ReactNode } from 'react'
import { ReturnToApp } from './ReturnToApp'
import { TenantButton } from './TenantButton'

/** The sidebar of an area beside the product's screens, such as the settings: the tenant, the way back, its own links. */
export const AreaSidebar = ({ children }: { children: ReactNode }) => (
  <>
    <TenantButton />
    <ReturnToApp />
    {children}
  </>
)
