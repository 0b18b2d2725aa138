import { machineScopes } from '../declare'

/** All scopes of API keys (docs/api-keys.md). */
export const apiScopes = {
  'availability.read': { label: 'See free times, the catalog and channels' },
  'setup.read': { label: 'See the set-up: schedules, resources, rules, catalog, channels', role: 'admin' },
  setup: { label: 'Change the set-up', role: 'admin', includes: ['setup.read'] },
  'bookings.read': { label: 'See bookings and their history' },
  bookings: { label: 'Book, move, cancel and change bookings', includes: ['bookings.read'] },
  'bookings.override': { label: 'Book against the rules, with a reason', forMember: 'override' },
  'customers.read': { label: 'See customers, and who booked', forMember: 'includesPersonalData' },
  customers: { label: 'Change, merge and anonymize customers', includes: ['customers.read'] },
  ...machineScopes,
} as const

type ProductScopes = typeof apiScopes

declare module '../declare' {
  interface ApiScopeNames extends ProductScopes {}
}

export type ApiScopeValue = keyof typeof apiScopes

/** They reach all channels' bookings: not for keys of one channel. */
export const beyondChannels: readonly ApiScopeValue[] = ['setup', 'events.read', 'webhooks', 'audit.read']
