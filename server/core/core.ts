import type { QueryParams } from '../../src/contract'
import { type AnyResource, acrossParents, memoize } from '../../src/schema'
import type { ResourceHooks } from '../crud/hooks'
import { listQueryParams } from '../crud/list'
import type { Product } from '../crud/product'
import { scopeOf } from '../crud/routes'
import type { Scope } from '../crud/scope'

export interface Core {
  declared: <R extends AnyResource>(record: R) => R
  hooksOf: (record: AnyResource) => ResourceHooks
  resources: readonly AnyResource[]
  listParams: (resource: AnyResource) => QueryParams
  scope: <R extends AnyResource>(record: R, request: Parameters<typeof scopeOf>[2]) => Scope<R>
  ofMembers: readonly string[]
}

export const coreOf = (
  { resources, callerColumns, routes }: Pick<Product, 'resources' | 'callerColumns' | 'routes'>,
  hooks: Readonly<Record<string, ResourceHooks>>,
): Core => {
  const declared = <R extends AnyResource>(record: R): R =>
    (resources.find(({ name }) => name === record.name) ?? record) as R
  const hooksOf = ({ name }: AnyResource): ResourceHooks => hooks[name] ?? {}
  const listParams = (resource: AnyResource): QueryParams => {
    const listed = acrossParents(resource) ?? resource
    const own = routes.find(({ method, path }) => method === 'GET' && path === listed.api)
    return own?.query ?? listQueryParams(listed, hooksOf(resource))
  }
  return {
    declared,
    hooksOf,
    resources,
    listParams: memoize(listParams),
    scope: (record, request) => scopeOf(declared(record), hooksOf(record), request),
    ofMembers: callerColumns.membership,
  }
}
