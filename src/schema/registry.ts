import type { AnyResource } from './resource'

/** The resources of a product, by name. All generated parts take one. */
export interface Registry {
  /** In the order of the sidebars. */
  readonly all: readonly AnyResource[]
  find(name: string): AnyResource | undefined
  /** @throws for a name that is not declared */
  named(name: string): AnyResource
}

export const createRegistry = (all: readonly AnyResource[]): Registry => {
  const byName = new Map(all.map(resource => [resource.name, resource]))
  return {
    all,
    find: name => byName.get(name),
    named: name => {
      const resource = byName.get(name)
      if (!resource) throw new Error(`There is no resource "${name}".`)
      return resource
    },
  }
}
