export { apiBase } from '../../src/schema'

/** The paths, below the base, of the calls that need no account. */
export const publicPaths = '/public/'
