import '../src/resources/checks'
import { type DeclaredResource, resources } from '../src/resources'
import { apiScopes } from '../src/resources/apiScopes'
import { eventCatalogue } from '../src/resources/eventCatalogue'
import { events } from '../src/resources/events'
import { resourceRules } from '../src/resources/resourceRules'
import { schedules } from '../src/resources/schedules'
import { timeslots } from '../src/resources/timeslots'
import { webhookDeliveries } from '../src/resources/webhookDeliveries'
import { webhooks } from '../src/resources/webhooks'
import { deadLettersHooks } from './crud/deadLetters'
import { eventRoutes } from './crud/events/eventRoutes'
import { eventsHooks } from './crud/events/eventsHooks'
import { resourceRoutes } from './crud/routes'
import { redriveWebhook } from './crud/webhooks/redriveWebhook'
import { webhookRoutes } from './crud/webhooks/webhookRoutes'
import { deliveriesHooks, webhooksHooks } from './crud/webhooks/webhooksHooks'
import type { TablesOf } from './db/rowTypes'
import { settleDemo } from './demo/settleDemo'
import { apiKeysHooks } from './features/apiKeys/apiKeysHooks'
import { availabilityRoutes } from './features/availability/availabilityRoutes'
import { simulateRoute } from './features/availability/simulateRoute'
import { bookingActionsHooks } from './features/bookings/bookingActionsHooks'
import { bookingRoutes } from './features/bookings/bookingRoutes'
import { bulkRoute } from './features/bookings/bulkRoute'
import { bookingSeriesActionsHooks } from './features/bookings/series/seriesActionsHooks'
import { seriesRoutes } from './features/bookings/series/seriesRoutes'
import { startEvents } from './features/bookings/startEvents'
import { busyCalendarRoutes } from './features/busyCalendars/busyCalendarRoutes'
import { busyCalendarsHooks, redriveBusyImport } from './features/busyCalendars/busyCalendarsHooks'
import { createBusyImport } from './features/busyCalendars/busyImport'
import { calendarFeedRoutes } from './features/calendarFeeds/calendarFeedRoutes'
import { calendarFeedsHooks } from './features/calendarFeeds/calendarFeedsHooks'
import { ownColumns } from './features/caller'
import { catalogItemRoutes } from './features/catalog/catalogItemRoutes'
import { catalogItemsHooks } from './features/catalog/catalogItemsHooks'
import { variantsHooks } from './features/catalog/variantsHooks'
import { channelsHooks } from './features/channels/channelsHooks'
import { customerActionsHooks } from './features/customers/customerActionsHooks'
import { customerRoutes } from './features/customers/customerRoutes'
import { startRetention } from './features/customers/retention'
import { invitationRoutes } from './features/members/invitationRoutes'
import { isInvited } from './features/members/isInvited'
import { membershipsHooks } from './features/members/membershipsHooks'
import { myInvitationRoutes } from './features/members/myInvitationRoutes'
import { invitationActionsHooks } from './features/members/resendInvitation'
import { startForgettingMails } from './features/notifications/forgetMails'
import { holdLinkRoute } from './features/notifications/holdLinkRoute'
import { createMailQueue } from './features/notifications/mailQueue'
import { notificationsHooks } from './features/notifications/notificationsHooks'
import { planMails } from './features/notifications/planMails'
import { redriveMail } from './features/notifications/redriveMail'
import { tellMoveRoutes } from './features/notifications/tellMoveRoutes'
import { tellWebhookOff } from './features/notifications/tellWebhookOff'
import { templateRoutes } from './features/notifications/templateRoutes'
import { templatesHooks } from './features/notifications/templatesHooks'
import { unsubscribeRoutes } from './features/notifications/unsubscribeRoutes'
import { startPruning } from './features/platformLog/retention'
import { securityLogRoutes } from './features/platformLog/securityLogRoutes'
import {
  bookingRefused,
  challengeFailed,
  slotUnavailable,
  timeslotBooked,
  tooLate,
  waitlistClosed,
} from './features/problemCodes'
import { readPublicLimits } from './features/public/limits'
import { bookingPages } from './features/public/pages'
import { publicRoutes } from './features/public/publicRoutes'
import { revokeLinksRoute } from './features/public/revokeLinksRoute'
import { impactRoute } from './features/resources/impactRoute'
import { reassignRoute } from './features/resources/reassignRoute'
import { resourcesHooks } from './features/resources/resourcesHooks'
import { conflictsRoute } from './features/rules/conflictsRoute'
import { resourceRulesHooks } from './features/rules/resourceRulesHooks'
import { resourceRuleTypesRoute } from './features/rules/resourceRuleTypesRoute'
import { scheduleRoutes } from './features/schedules/scheduleRoutes'
import { schedulesHooks } from './features/schedules/schedulesHooks'
import { timeslotRoutes } from './features/schedules/timeslots/timeslotRoutes'
import { timeslotsHooks } from './features/schedules/timeslots/timeslotsHooks'
import { tenantRoutes } from './features/tenants/tenantRoutes'
import { tenantsHooks } from './features/tenants/tenantsHooks'
import { meRoutes } from './features/users/meRoutes'
import { usersHooks } from './features/users/usersHooks'
import { entryActionsHooks } from './features/waitlist/entryActions'
import { startMatching } from './features/waitlist/sweep'
import { waitlistRoutes } from './features/waitlist/waitlistRoutes'
import type { ServedProduct } from './startServer'

declare module './db/database' {
  interface Tables extends TablesOf<DeclaredResource> {}
}

const lettersHooks = deadLettersHooks({ webhook: redriveWebhook, mail: redriveMail, busy_import: redriveBusyImport })

/** Only this file knows all rooms of the product. */
export const product: ServedProduct = {
  resources,
  hooks: {
    tenants: tenantsHooks,
    apiKeys: apiKeysHooks,
    users: usersHooks,
    memberships: membershipsHooks,
    invitations: invitationActionsHooks,
    timeslots: timeslotsHooks,
    bookings: bookingActionsHooks,
    waitlistEntries: entryActionsHooks,
    bookingSeries: bookingSeriesActionsHooks,
    customers: customerActionsHooks,
    channels: channelsHooks,
    schedules: schedulesHooks,
    resources: resourcesHooks,
    resourceRules: resourceRulesHooks,
    catalogItems: catalogItemsHooks,
    variants: variantsHooks,
    notifications: notificationsHooks,
    notificationTemplates: templatesHooks,
    events: eventsHooks,
    webhooks: webhooksHooks,
    webhookDeliveries: deliveriesHooks,
    deadLetters: lettersHooks,
    calendarFeeds: calendarFeedsHooks,
    busyCalendars: busyCalendarsHooks,
  },
  resourceRoutes: {
    tenants: tenantRoutes,
    invitations: invitationRoutes,
    bookings: [bulkRoute, revokeLinksRoute, holdLinkRoute, ...tellMoveRoutes, ...bookingRoutes],
    waitlistEntries: waitlistRoutes,
    notificationTemplates: templateRoutes,
    events: eventRoutes(events),
    bookingSeries: seriesRoutes,
    calendarFeeds: calendarFeedRoutes,
    busyCalendars: busyCalendarRoutes,
    webhooks: webhookRoutes(webhooks, webhookDeliveries),
    catalogItems: catalogItemRoutes,
    timeslots: resourceRoutes(timeslots, timeslotsHooks, { without: ['update'] }),
    schedules: resourceRoutes(schedules, schedulesHooks, { without: ['usage'] }),
    resourceRules: [resourceRuleTypesRoute, conflictsRoute, ...resourceRoutes(resourceRules, resourceRulesHooks)],
  },
  routes: {
    first: [...meRoutes, ...myInvitationRoutes, ...securityLogRoutes],
    last: [
      ...availabilityRoutes,
      ...publicRoutes,
      simulateRoute,
      ...scheduleRoutes,
      ...timeslotRoutes,
      impactRoute,
      reassignRoute,
      ...customerRoutes,
      ...unsubscribeRoutes,
    ],
  },
  events: eventCatalogue,
  follow: planMails,
  callerColumns: ownColumns,
  apiScopes,
  problemCodes: [slotUnavailable, timeslotBooked, challengeFailed, tooLate, waitlistClosed, bookingRefused],
  settleDemo,
  configure: readPublicLimits,
  pages: { below: '/book', open: bookingPages },
  tellTurnedOff: tellWebhookOff,
  isInvited,
  queues: options => [createMailQueue(options), createBusyImport({ ...options, ...options.webhooks })],
  startJobs: (database, log, { PLATFORM_LOG_DAYS, EVENT_RETENTION_DAYS }, { live, alarm }) => {
    const jobs = [
      startRetention(database, log),
      startPruning(database, PLATFORM_LOG_DAYS, log),
      startEvents(database, EVENT_RETENTION_DAYS, alarm, log),
      startForgettingMails(database, log),
      startMatching(
        database,
        { now: Date.now, resources, live, events: eventCatalogue, follow: planMails, alarm },
        log,
      ),
    ]
    return async () => void (await Promise.all(jobs.map(stop => stop())))
  },
}
