import { product } from '../../../server/product'
import { addSamples } from '../../../testing/samples'
import { testEvenness } from '../../../testing/testEvenness'
import { samples } from './support/samples'

addSamples(samples)

// An object cannot take the place of an array without breaking clients, so these stay as they were.
await testEvenness(product, {
  bareArrays: [
    'GET /users/me/invitations',
    'GET /setup/templates',
    'GET /bookings/resource-rules/types',
    'GET /bookings/{id}/history',
    'GET /bookings/series/{id}/history',
    'GET /bookings/waitlist/matches',
    'GET /bookings/waitlist/{id}/history',
    'GET /notification-templates/defaults',
    'GET /availability',
    'GET /availability/days',
    'GET /availability/timeline',
    'GET /availability/utilization',
    'GET /availability/utilisation',
    'GET /public/{tenantSlug}/availability',
    'GET /reports/measures',
    'GET /public/{tenantSlug}/availability/days',
    'GET /schedules/{id}/windows',
    'GET /resources/{id}/rules',
    'GET /catalog-items/{catalogItemId}/variants/{id}/resources',
    'GET /tenants/{id}/record-counts',
    'GET /audit-log/actors',
  ],
  wholeDays: ['GET /reports/figures'],
})
