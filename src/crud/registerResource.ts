import type { ResourceProps } from 'ra-core'
import type { AnyResource } from '../schema'
import type { OwnScreens } from './views'

/** `<Resource {...registerResource(channels)} />` */
export const registerResource = ({ name, represent, screens }: AnyResource, own: OwnScreens = {}): ResourceProps => ({
  name,
  hasCreate: screens !== undefined,
  hasEdit: screens !== undefined,
  hasShow: own.show !== undefined,
  recordRepresentation: represent,
})
