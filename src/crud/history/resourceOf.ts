import { resources } from '../../resources'
import type { AnyResource } from '../../schema'

/** What an entry's type names; undefined for what is no resource, such as the log itself. */
export const resourceOf = (entityType: string): AnyResource | undefined =>
  resources.find(({ name }) => name === entityType)
