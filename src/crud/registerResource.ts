import type { ResourceProps } from 'ra-core'
import type { AnyResource } from '../schema'

/**
 * What react-admin has to know of a resource, for `<Resource {...registerResource(channels)} />`: its name, and that it has forms,
 * so that react-admin's own links to them appear. The screens themselves are in `resourceRoutes`.
 */
export const registerResource = ({ name, represent, screens }: AnyResource): ResourceProps => ({
  name,
  hasCreate: screens !== undefined,
  hasEdit: screens !== undefined,
  recordRepresentation: represent,
})
