import { partsOf } from './part'
import { type AnyResource, acrossParents, type Screens } from './resource'

export interface Registry {
  /** In sidebar order, each followed by its parts. */
  readonly all: readonly AnyResource[]
  /** Resources with screens, and lists over all parents. */
  readonly screened: readonly (AnyResource & { screens: Screens })[]
  find(name: string): AnyResource | undefined
  /** @throws for an undeclared name */
  named(name: string): AnyResource
}

/** The resources of a product, in the order of the sidebar. */
export const createRegistry = (resources: readonly AnyResource[]): Registry => {
  const all = resources.flatMap(resource => [resource, ...partsOf(resource)])
  const byName = new Map(all.map(resource => [resource.name, resource]))
  return {
    all,
    screened: all.flatMap(resource => {
      const { screens, ...shown } = acrossParents(resource) ?? resource
      return screens ? { ...shown, screens } : []
    }),
    find: name => byName.get(name),
    named: name => {
      const resource = byName.get(name)
      if (!resource) throw new Error(`There is no resource "${name}".`)
      return resource
    },
  }
}
