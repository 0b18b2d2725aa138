import { resources } from '../resources'
import type { AnyResource, IconName } from '../schema'

export interface SetupArea {
  /** Without a trailing slash. */
  base: string
  icon: IconName
  /** The name of the area in the messages, `setup.{key}.title` and `setup.{key}.text`. */
  key: 'schedules' | 'resourceTypes' | 'resources' | 'catalog' | 'channels' | 'resourceRules'
  /** Absent while nobody has declared it. */
  resource: AnyResource | undefined
}

const area = (key: SetupArea['key'], base: string, icon: IconName): SetupArea => ({
  key,
  base,
  icon,
  resource: resources.find(({ screens }) => screens?.base === base),
})

/** What is set up before bookings can be taken, in the order of the sidebar (seed.md §2). */
export const setupAreas: readonly SetupArea[] = [
  area('schedules', '/setup/schedules', 'schedule'),
  area('resourceTypes', '/setup/resource-types', 'category'),
  area('resources', '/setup/resources', 'chair'),
  area('catalog', '/setup/catalog', 'menuBook'),
  area('channels', '/setup/channels', 'storefront'),
  area('resourceRules', '/setup/resource-rules', 'rule'),
]
