import { resourceRules } from '../../src/resources/resourceRules'
import { schedules } from '../../src/resources/schedules'
import { timeslots } from '../../src/resources/timeslots'
import type { AnyResource } from '../../src/schema'
import { availabilityRoutes } from '../booking/availability/availabilityRoutes'
import { bookingRoutes } from '../booking/bookings/bookingRoutes'
import { bookingsBehaviour } from '../booking/bookings/bookingsBehaviour'
import { customerRoutes } from '../booking/customers/customerRoutes'
import { customersBehaviour } from '../booking/customers/customersBehaviour'
import { impactRoute } from '../booking/resources/impactRoute'
import { scheduleRoutes } from '../booking/schedules/scheduleRoutes'
import { timeslotRoutes } from '../booking/timeslots/timeslotRoutes'
import { timeslotsBehaviour } from '../booking/timeslots/timeslotsBehaviour'
import { catalogItemsBehaviour } from './behaviours/catalogItems'
import { channelsBehaviour } from './behaviours/channels'
import { membershipsBehaviour } from './behaviours/memberships'
import { resourceRulesBehaviour } from './behaviours/resourceRules'
import { resourcesBehaviour } from './behaviours/resources'
import { schedulesBehaviour } from './behaviours/schedules'
import { tenantsBehaviour } from './behaviours/tenants'
import { usersBehaviour } from './behaviours/users'
import { variantsBehaviour } from './behaviours/variants'
import { assignmentRoutes } from './crud/assignments'
import type { Behaviour } from './crud/behaviour'
import { resourceRoutes } from './crud/routes'
import type { Route } from './route'
import { auditLogRoutes } from './routes/auditLog'
import { catalogItemRoutes } from './routes/catalogItems'
import { docsRoutes } from './routes/docs'
import { meRoutes } from './routes/me'
import { openApiRoute } from './routes/openApi'
import { recordCountsRoute } from './routes/recordCounts'
import { resourceRuleTypesRoute } from './routes/resourceRuleTypes'
import { memberRoutes, tenantRoutes } from './routes/tenants'

/** What resources do beyond their declarations. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  tenants: tenantsBehaviour,
  users: usersBehaviour,
  memberships: membershipsBehaviour,
  timeslots: timeslotsBehaviour,
  bookings: bookingsBehaviour,
  customers: customersBehaviour,
  channels: channelsBehaviour,
  schedules: schedulesBehaviour,
  resources: resourcesBehaviour,
  resourceRules: resourceRulesBehaviour,
  catalogItems: catalogItemsBehaviour,
  variants: variantsBehaviour,
}

/** Resources whose routes are not only the generated ones. */
const ownRoutes: Readonly<Record<string, readonly Route[]>> = {
  tenants: tenantRoutes,
  memberships: memberRoutes,
  bookings: bookingRoutes,
  catalogItems: catalogItemRoutes,
  timeslots: resourceRoutes(timeslots, timeslotsBehaviour, { without: ['update'] }),
  schedules: resourceRoutes(schedules, schedulesBehaviour, { without: ['usage'] }),
  resourceRules: [resourceRuleTypesRoute, ...resourceRoutes(resourceRules, resourceRulesBehaviour)],
}

/** Every route of the API, generated and hand-written: what the router, the reference page and the generated tests go by. */
export const routeTable = (resources: readonly AnyResource[]): Route[] => {
  const routes = [
    ...meRoutes,
    ...resources.flatMap(resource => ownRoutes[resource.name] ?? resourceRoutes(resource, behaviours[resource.name])),
    ...availabilityRoutes,
    ...scheduleRoutes,
    ...timeslotRoutes,
    impactRoute,
    ...customerRoutes,
    ...resources.flatMap(resource => assignmentRoutes(resource, behaviours)),
    recordCountsRoute(resources, behaviours),
    ...auditLogRoutes,
    ...docsRoutes,
  ]
  return [...routes, openApiRoute(routes, resources, behaviours)]
}
