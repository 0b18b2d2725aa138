import type { ResourceProps } from 'ra-core'
import type { AnyResource } from '../schema'
import type { OwnScreens } from './views'

/**
 * A resource's props for react-admin: `<Resource {...registerResource(channels)} />`. They say which screens it has, so
 * that react-admin's links to them appear; the screens themselves are in `resourceRoutes`.
 */
export const registerResource = ({ name, represent, screens }: AnyResource, own: OwnScreens = {}): ResourceProps => ({
  name,
  hasCreate: screens !== undefined,
  hasEdit: screens !== undefined,
  hasShow: own.show !== undefined,
  recordRepresentation: represent,
})
