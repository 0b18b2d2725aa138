import type { AnyResource } from '../../src/schema'
import { availabilityRoutes } from '../booking/availability/availabilityRoutes'
import { impactRoute } from '../booking/resources/impactRoute'
import { scheduleRoutes } from '../booking/schedules/scheduleRoutes'
import { timeslotRoutes } from '../booking/timeslots/timeslotRoutes'
import { timeslotsBehaviour } from '../booking/timeslots/timeslotsBehaviour'
import { membershipsBehaviour } from './behaviours/memberships'
import { tenantsBehaviour } from './behaviours/tenants'
import { usersBehaviour } from './behaviours/users'
import type { Behaviour } from './crud/behaviour'
import { resourceRoutes } from './crud/routes'
import type { Route } from './route'
import { docsRoutes } from './routes/docs'
import { meRoutes } from './routes/me'
import { openApiRoute } from './routes/openApi'
import { memberRoutes, tenantRoutes } from './routes/tenants'

/** What resources do beyond their declarations. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  tenants: tenantsBehaviour,
  users: usersBehaviour,
  memberships: membershipsBehaviour,
  timeslots: timeslotsBehaviour,
}

/** Resources whose routes are not only the generated ones. */
const ownRoutes: Readonly<Record<string, readonly Route[]>> = {
  tenants: tenantRoutes,
  memberships: memberRoutes,
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
    ...docsRoutes,
  ]
  return [...routes, openApiRoute(routes, resources, behaviours)]
}
