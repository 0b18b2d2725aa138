/** The tenant in which a person works, as the browser knows it. */
export interface Tenant {
  id: string
  name: string
  /** Also the first label of its host name. */
  slug: string
  /** IANA name. */
  timeZone: string
  /** ISO 4217. */
  currency: string
  timeFormat: 'h12' | 'h24'
  /** 1 is Monday. */
  weekStartsOn: number
  /** Owners and admins must sign in with a second factor. */
  requireSecondFactor?: boolean
  /** Where a product has it; the country decides how English writes dates. */
  address?: { country?: string | null } | null
}
