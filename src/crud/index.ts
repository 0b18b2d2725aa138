export { recordAddress } from './addresses'
export { registerResource } from './registerResource'
export { fetchScreen, resourceRoutes } from './resourceRoutes'
