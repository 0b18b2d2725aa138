import { useLocale } from 'ra-core'
import { useMemo } from 'react'
import { useTenant } from '../../tenant/TenantProvider'
import { regionalLocale } from '../../time/regionalLocale'
import type { TimeSettings } from './times'

/** Settings for times, amounts and weeks. */
export interface Display extends TimeSettings {
  /** For new amounts. */
  currency: string
  /** 1 is Monday. */
  weekStartsOn: number
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * For the `format…` functions: the person's language as the tenant's country writes it, and the tenant's zone, clock
 * and currency. Without a tenant, the browser's zone.
 */
export const useDisplay = (): Display => {
  const locale = useLocale()
  const { tenant } = useTenant()
  return useMemo(
    () => ({
      locale: regionalLocale(locale, tenant?.address?.country),
      timeZone: tenant?.timeZone ?? browserZone,
      hour12: tenant?.timeFormat === 'h12',
      currency: tenant?.currency ?? 'EUR',
      weekStartsOn: tenant?.weekStartsOn ?? 1,
    }),
    [locale, tenant],
  )
}
