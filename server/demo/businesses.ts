import type { channels } from '../../src/resources/channels'
import type { tenants } from '../../src/resources/tenants'
import type { DraftOf } from '../../src/schema'

/** Drafts as the API takes them. */
export interface Business {
  tenant: DraftOf<typeof tenants> & { slug: string }
  channels: DraftOf<typeof channels>[]
}

const harborSpa: Business = {
  tenant: {
    name: 'Harbor Spa',
    slug: 'harbor-spa',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    contactEmail: 'hello@harbor-spa.example',
    contactPhone: '+494012345678',
    websiteUrl: 'https://harbor-spa.example',
  },
  channels: [
    { name: 'Website', kind: 'online', description: 'The booking page on harbor-spa.example.' },
    { name: 'Front desk', kind: 'walk_in' },
    { name: 'Phone', kind: 'phone' },
    {
      name: 'Hotel Fjord',
      kind: 'partner',
      autoConfirm: false,
      description: 'The concierge books for hotel guests; we confirm.',
    },
  ],
}

const cityCourts: Business = {
  tenant: {
    name: 'City Courts',
    slug: 'city-courts',
    timeZone: 'America/New_York',
    currency: 'USD',
    timeFormat: 'h12',
    weekStartsOn: 7,
    contactEmail: 'play@city-courts.example',
  },
  channels: [
    { name: 'Website', kind: 'online' },
    { name: 'Members’ app', code: 'members', kind: 'api' },
    { name: 'Front desk', kind: 'walk_in' },
  ],
}

/** Two believable businesses. */
export const businesses: readonly Business[] = [harborSpa, cityCourts]
