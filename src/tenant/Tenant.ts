/** A person's tenant in the browser. */
export interface Tenant {
  id: string
  name: string
  /** The first label of its host. */
  slug: string
  /** IANA name. */
  timeZone: string
  /** ISO 4217. */
  currency: string
  timeFormat: 'h12' | 'h24'
  /** 1 is Monday. */
  weekStartsOn: number
  /** Owners and admins need a second factor. */
  requireSecondFactor?: boolean
  /** If the product has it; the country decides how English writes dates. */
  address?: { country?: string | null } | null
}
