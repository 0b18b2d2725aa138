import { useQuery } from '@tanstack/react-query'
import type { CountryCode } from 'libphonenumber-js'
import { useMemo } from 'react'
import type { Tenant } from '../../resources/tenants'
import { useTenant } from '../../show'

/**
 * `complete` gives E.164, `national` the national form. Both return other text unchanged, and all text until the rules
 * have loaded.
 */
export const usePhones = () => {
  const business = useTenant().tenant as Partial<Pick<Tenant, 'address' | 'contactPhone'>> | null
  const { data: rules } = useQuery({
    queryKey: ['phone rules'],
    queryFn: async () => (await import('libphonenumber-js/min')).parsePhoneNumberFromString,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const home = business?.address?.country ?? null
  const contact = business?.contactPhone ?? null
  return useMemo(() => {
    const country = (home ?? (contact ? rules?.(contact)?.country : null) ?? undefined) as CountryCode | undefined
    return {
      complete: (typed: string): string => {
        const found = rules?.(typed, country)
        return found?.isPossible() ? found.number : typed
      },
      national: (number: string): string => {
        const found = rules?.(number)
        if (!found) return number
        return found.country === country ? found.formatNational() : found.formatInternational()
      },
    }
  }, [rules, home, contact])
}
