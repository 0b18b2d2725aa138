import { type AnyResource, asReadBy, readableValues } from '../../src/schema'
import type { Scope } from './scope'

/**
 * A scope whose resource has only the fields that the caller may read; queries select, search, sort and filter by these.
 * Only this decides it, and `http/readable.ts` checks every answer again. Whole records are for comparing, writing and logging.
 */
export const asSeen = <R extends AnyResource>(scope: Scope<R>): Scope<R> => {
  const { resource, hooks, caller } = scope
  const extras = readableValues(resource, hooks.extras ?? {}, caller.role)
  return { ...scope, resource: asReadBy(resource, caller.role) as R, hooks: { ...hooks, extras } }
}
