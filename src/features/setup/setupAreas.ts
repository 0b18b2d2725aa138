import type { AnyResource } from '../../declare'
import { resources } from '../../resources'

export interface SetupArea {
  base: string
  icon: AnyResource['icon']
  /** As in the texts `setup.{key}.title` and `setup.{key}.text`. */
  key: 'schedules' | 'resourceTypes' | 'resources' | 'catalog' | 'channels' | 'resourceRules'
  resource: AnyResource
}

/** @throws if no resource has this base */
const area = (key: SetupArea['key'], base: string): SetupArea => {
  const resource = resources.find(({ screens }) => screens?.base === base)
  if (!resource) throw new Error(`No resource has its screens at ${base}.`)
  return { key, base, icon: resource.icon, resource }
}

export const setupAreas: readonly SetupArea[] = [
  area('schedules', '/setup/schedules'),
  area('resourceTypes', '/setup/resource-types'),
  area('resources', '/setup/resources'),
  area('catalog', '/setup/catalog'),
  area('channels', '/setup/channels'),
  area('resourceRules', '/setup/resource-rules'),
]
