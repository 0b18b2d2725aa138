import type { AnyResource, ApiScopes, EventCatalogue } from '../../src/schema'
import type { CallerColumns } from '../http/identity/callerColumns'
import type { OwnCode } from '../http/problem'
import type { Route } from '../http/route'
import type { Follow } from '../http/unitOfWork'
import type { ResourceHooks } from './hooks'

export interface Product {
  /** In the order of the reference page; with tenants, users and memberships (src/schema/core.ts). */
  resources: readonly AnyResource[]
  hooks: Readonly<Record<string, ResourceHooks>>
  /** All routes of a resource with more than the generated ones. */
  resourceRoutes: Readonly<Record<string, readonly Route[]>>
  routes: { first: readonly Route[]; last: readonly Route[] }
  /** Requires the declared resource `events` (src/schema/core.ts). */
  events?: EventCatalogue
  /** The product's own use of events. */
  follow?: Follow
  callerColumns: CallerColumns
  /** Absent for an API without keys. */
  apiScopes?: ApiScopes
  problemCodes: readonly OwnCode[]
}
