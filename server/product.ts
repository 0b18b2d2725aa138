import '../src/resources/checks'
import { type DeclaredResource, resources } from '../src/resources'
import { apiScopes } from '../src/resources/apiScopes'
import { eventCatalogue } from '../src/resources/eventCatalogue'
import { events } from '../src/resources/events'
import { webhookDeliveries } from '../src/resources/webhookDeliveries'
import { webhooks } from '../src/resources/webhooks'
import { deadLettersHooks } from './crud/deadLetters'
import { eventRoutes } from './crud/events/eventRoutes'
import { eventsHooks } from './crud/events/eventsHooks'
import { createProduct, type Subject } from './crud/product'
import { redriveWebhook } from './crud/webhooks/redriveWebhook'
import { webhookRoutes } from './crud/webhooks/webhookRoutes'
import { deliveriesHooks, webhooksHooks } from './crud/webhooks/webhooksHooks'
import type { TablesOf } from './db/rowTypes'
import { settleDemo } from './demo/settleDemo'
import { eventRetention } from './events/retention'
import { apiKeysHooks } from './features/apiKeys/apiKeysHooks'
import { availability } from './features/availability'
import { bookings } from './features/bookings'
import { busyCalendars } from './features/busyCalendars'
import { calendarFeeds } from './features/calendarFeeds'
import { ownColumns } from './features/caller'
import { catalog } from './features/catalog'
import { channels } from './features/channels'
import { customers } from './features/customers'
import { invitationRoutes } from './features/members/invitationRoutes'
import { isInvited } from './features/members/isInvited'
import { membershipsHooks } from './features/members/membershipsHooks'
import { myInvitationRoutes } from './features/members/myInvitationRoutes'
import { invitationActionsHooks } from './features/members/resendInvitation'
import { notifications } from './features/notifications'
import { platformLogRetention } from './features/platformLog/retention'
import { securityLogRoutes } from './features/platformLog/securityLogRoutes'
import { bookingPages } from './features/public'
import { bookableResources } from './features/resources'
import { rules } from './features/rules'
import { schedules } from './features/schedules'
import { tenantRoutes } from './features/tenants/tenantRoutes'
import { tenantsHooks } from './features/tenants/tenantsHooks'
import { meRoutes } from './features/users/meRoutes'
import { usersHooks } from './features/users/usersHooks'
import { waitlist } from './features/waitlist'

declare module './db/database' {
  interface Tables extends TablesOf<DeclaredResource> {}
}

const records: Subject = {
  hooks: {
    tenants: tenantsHooks,
    apiKeys: apiKeysHooks,
    users: usersHooks,
    memberships: membershipsHooks,
    invitations: invitationActionsHooks,
    events: eventsHooks,
    webhooks: webhooksHooks,
    webhookDeliveries: deliveriesHooks,
    deadLetters: deadLettersHooks,
  },
  without: { invitations: ['update', 'updateMany'], webhooks: ['updateMany', 'deleteMany', 'usageOfMany'] },
  routes: [
    ...meRoutes,
    ...myInvitationRoutes,
    ...securityLogRoutes,
    ...tenantRoutes,
    ...invitationRoutes,
    ...eventRoutes(events),
    ...webhookRoutes(webhooks, webhookDeliveries),
  ],
  redrives: { webhook: redriveWebhook },
  jobs: [platformLogRetention, eventRetention],
  isInvited,
}

/** Adding a subject is adding a line. */
export const product = createProduct({
  resources,
  events: eventCatalogue,
  callerColumns: ownColumns,
  apiScopes,
  settleDemo,
  subjects: {
    records,
    availability,
    bookings,
    busyCalendars,
    calendarFeeds,
    catalog,
    channels,
    customers,
    notifications,
    bookingPages,
    bookableResources,
    rules,
    schedules,
    waitlist,
  },
})
