import { type AnyResource, createRegistry, withCore } from '../declare'
import { apiKeys } from './apiKeys'
import { apiScopes } from './apiScopes'
import { blocks } from './blocks'
import { bookingSeries } from './bookingSeries'
import { bookings } from './bookings'
import { busyCalendars } from './busyCalendars'
import { calendarFeeds } from './calendarFeeds'
import { catalogItems } from './catalogItems'
import { channels } from './channels'
import { customers } from './customers'
import { deadLetters } from './deadLetters'
import { demand } from './demand'
import { eventCatalogue } from './eventCatalogue'
import { events } from './events'
import { invitations } from './invitations'
import { memberships } from './memberships'
import { notifications } from './notifications'
import { notificationTemplates } from './notificationTemplates'
import { resourceRules } from './resourceRules'
import { bookableResources } from './resources'
import { resourceTypes } from './resourceTypes'
import { schedules } from './schedules'
import { tenants } from './tenants'
import { timeslots } from './timeslots'
import { variants } from './variants'
import { visits } from './visits'
import { waitlistEntries } from './waitlistEntries'
import { webhookDeliveries } from './webhookDeliveries'
import { webhooks } from './webhooks'

/** Sidebar order. */
const declared = [
  tenants,
  memberships,
  invitations,
  schedules,
  timeslots,
  resourceTypes,
  bookableResources,
  catalogItems,
  variants,
  channels,
  resourceRules,
  blocks,
  customers,
  bookings,
  bookingSeries,
  visits,
  waitlistEntries,
  demand,
  notifications,
  notificationTemplates,
  events,
  apiKeys,
  webhooks,
  webhookDeliveries,
  deadLetters,
  calendarFeeds,
  busyCalendars,
] as const

const registered = withCore(declared, { events: eventCatalogue, apiScopes })

export type DeclaredResource = (typeof registered)[number]

export const resources: readonly AnyResource[] = registered

export const registry = createRegistry(resources)
