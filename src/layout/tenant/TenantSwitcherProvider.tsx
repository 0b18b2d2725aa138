import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { useTenant } from '../../tenant/TenantProvider'
import { useArea } from '../areas'

const TenantDialog = lazy(() => import('./TenantDialog'))

const OpenContext = createContext<(() => void) | null>(null)

/** @throws outside a TenantSwitcherProvider */
export const useOpenTenantSwitcher = (): (() => void) => {
  const open = useContext(OpenContext)
  if (!open) throw new Error('No TenantSwitcherProvider')
  return open
}

/** Opens by itself if a person with tenants has chosen none. */
export const TenantSwitcherProvider = ({ children }: { children: ReactNode }) => {
  const { tenantId, tenants, isLoading } = useTenant()
  const isTenantArea = useArea().needs !== 'superuser'
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])

  const isNeeded = isTenantArea && !isLoading && tenantId === null && tenants.length > 0
  useEffect(() => {
    if (isNeeded) setOpen(true)
  }, [isNeeded])

  return (
    <OpenContext value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <TenantDialog onClose={close} />
        </Suspense>
      )}
    </OpenContext>
  )
}
