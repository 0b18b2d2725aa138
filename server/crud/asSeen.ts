import { type AnyResource, asReadBy, readableValues } from '../../src/schema'
import type { Scope } from './scope'

/**
 * Limits a scope to fields that the caller may read, for selecting, searching, sorting and filtering;
 * `http/answer.ts` checks every answer again. Comparing, writing and logging need whole records.
 */
export const asSeen = <R extends AnyResource>(scope: Scope<R>): Scope<R> => {
  const { resource, hooks, caller } = scope
  const extras = readableValues(resource, hooks.extras ?? {}, caller.role)
  return { ...scope, resource: asReadBy(resource, caller.role) as R, hooks: { ...hooks, extras } }
}
