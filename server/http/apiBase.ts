export { apiBase } from '../../src/schema'

/** Calls below this path need no account. */
export const publicPaths = '/public/'
