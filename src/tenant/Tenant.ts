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
  /** For owners and admins. */
  requireSecondFactor?: boolean
  /** If the product has it; decides how English writes dates. */
  address?: { country?: string | null } | null
}
