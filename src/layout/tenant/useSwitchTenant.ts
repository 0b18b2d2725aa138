import { useCallback } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { Tenant } from '../../tenant/Tenant'
import { useTenant } from '../../tenant/TenantProvider'

export const useSwitchTenant = () => {
  const text = useMachineText()
  const { switchTenant } = useTenant()
  return useCallback(
    (tenantId: string, arrived?: Pick<Tenant, 'name' | 'slug'>) => {
      const words = {
        switching: (name: string) => text('tenant.switching', { name }),
        switched: (name: string) => text('tenant.switched', { name }),
      }
      switchTenant(tenantId, words, arrived)
    },
    [text, switchTenant],
  )
}
