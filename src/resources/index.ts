import type { AnyResource } from '../schema'
import { bookings } from './bookings'
import { catalogItems } from './catalogItems'
import { channels } from './channels'
import { customers } from './customers'
import { memberships } from './memberships'
import { resourceRules } from './resourceRules'
import { resourcesResource } from './resources'
import { resourceTypes } from './resourceTypes'
import { schedules } from './schedules'
import { tenants } from './tenants'
import { timeslots } from './timeslots'
import { users } from './users'
import { variants } from './variants'

/** Every entity of the product, in the order in which the sidebars list them. */
export const resources: readonly AnyResource[] = [
  tenants,
  users,
  memberships,
  schedules,
  timeslots,
  resourceTypes,
  resourcesResource,
  catalogItems,
  variants,
  channels,
  resourceRules,
  customers,
  bookings,
]

const byName = new Map(resources.map(resource => [resource.name, resource]))

/** @throws for a name that nobody declared */
export const resourceNamed = (name: string): AnyResource => {
  const resource = byName.get(name)
  if (!resource) throw new Error(`There is no resource "${name}".`)
  return resource
}
