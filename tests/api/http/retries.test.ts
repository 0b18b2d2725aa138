import { product } from '../../../server/product'
import { customers } from '../../../src/resources/customers'
import { bookableResources } from '../../../src/resources/resources'
import { variants } from '../../../src/resources/variants'
import { recordIn } from '../../../testing/samples'
import { testRetries } from '../../../testing/testRetries'
import { expectEntries, watchVersions } from '../../../testing/versions'
import './support/fixture'

await testRetries(product, {
  bodies: {
    approveBookingSeries: () => ({ scope: 'all' }),
    declineBookingSeries: () => ({ scope: 'all' }),
    cancelBookingSeries: () => ({ scope: 'all' }),
    extendBookingSeries: () => ({ count: 1 }),
    duplicateSchedule: () => ({ name: 'Copy' }),
    generateTimeslots: () => ({ from: '2027-03-01', to: '2027-03-03' }),
    simulateChanges: () => ({
      from: '2027-03-01',
      to: '2027-03-03',
      changes: [{ action: 'create', entityType: 'schedules', data: { name: 'Draft', timeZone: 'Europe/Berlin' } }],
    }),
    previewNotificationTemplate: () => ({ key: 'booking_confirmed', locale: 'en' }),
    testNotificationTemplate: () => ({ key: 'booking_confirmed', locale: 'en' }),
    decideAboutBookings: () => ({ ids: [crypto.randomUUID()], action: 'cancel' }),
    changeTimeslots: () => ({ ids: [crypto.randomUUID()], action: 'open' }),
    reassignResource: async (api, tenantId) => ({ toResourceId: await recordIn(api, bookableResources, tenantId) }),
    listVisitSlots: async (api, tenantId) => ({
      parts: [{ variantId: await recordIn(api, variants, tenantId) }],
      from: '2027-03-01',
      to: '2027-03-03',
    }),
    explainVisit: async (api, tenantId) => ({
      parts: [{ variantId: await recordIn(api, variants, tenantId) }],
      startsAt: '2027-03-01T09:00:00Z',
    }),
    addVisitPart: async (api, tenantId) => ({ variantId: await recordIn(api, variants, tenantId) }),
    mergeCustomer: async (api, tenantId) => ({ intoId: await recordIn(api, customers, tenantId) }),
  },
  answering: ['quoteBooking', 'previewNotificationTemplate', 'listVisitSlots', 'explainVisit'],
  refused: [
    'approveBooking',
    'declineBooking',
    'rescheduleBooking',
    'reassignBooking',
    'rescheduleBookingSeries',
    'rescheduleVisit',
    'addVisitPart',
    'reassignBookingSeries',
    'retrySkippedBookingSeries',
    'checkInBooking',
    'completeBooking',
    'markBookingAsNoShow',
    'restoreBooking',
    'tellOfMove',
    // A new entry has no offer, and the sample's place does not exist.
    'acceptOffer',
    'declineOffer',
    'offerPlace',
    'restoreWaitlistEntry',
    'withdrawOffer',
    // A new item has no variant.
    'activateCatalogItem',
    // A new delivery is still pending (`webhooks.test.ts`).
    'redeliverDelivery',
    // A new mail is still pending (`notifications.test.ts`).
    'resendMessage',
  ],
  // Of a calendar feed.
  shownOnce: ['url'],
  watch: { open: ({ owner }) => watchVersions(owner), close: ({ owner }) => expectEntries(owner) },
})
