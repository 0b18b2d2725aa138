export { recordAddress } from './addresses'
export { registerResource } from './registerResource'
export { resourceRoutes } from './resourceRoutes'
export { resourceMessages } from './text/resourceMessages'
