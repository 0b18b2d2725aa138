/** What every multi-tenant product knows of a tenant: its address, and the formats of its dates, times and amounts. */
export interface Tenant {
  id: string
  name: string
  /** The first label of its host name. */
  slug: string
  /** IANA name. */
  timeZone: string
  /** ISO 4217. */
  currency: string
  timeFormat: 'h12' | 'h24'
  /** 1 is Monday. */
  weekStartsOn: number
  /** Its owners and admins must sign in with a second factor. */
  requireSecondFactor?: boolean
}
