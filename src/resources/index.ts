import type { AnyResource } from '../schema'
import { channels } from './channels'
import { memberships } from './memberships'
import { tenants } from './tenants'
import { users } from './users'

/** Every entity of the product, in the order in which the sidebars list them. */
export const resources: readonly AnyResource[] = [tenants, users, memberships, channels]

const byName = new Map(resources.map(resource => [resource.name, resource]))

/** @throws for a name that nobody declared */
export const resourceNamed = (name: string): AnyResource => {
  const resource = byName.get(name)
  if (!resource) throw new Error(`There is no resource "${name}".`)
  return resource
}
