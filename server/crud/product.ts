import type { AnyResource, ApiScopes, EventCatalogue } from '../../src/schema'
import type { CallerColumns } from '../http/identity/callerColumns'
import type { OwnCode } from '../http/problem'
import type { Route } from '../http/route'
import type { Follow } from '../http/unitOfWork'
import type { ResourceHooks } from './hooks'

export interface Product {
  /** In the order of the reference page. Includes tenants, users and memberships (src/schema/core.ts). */
  resources: readonly AnyResource[]
  /** By resource name. */
  hooks: Readonly<Record<string, ResourceHooks>>
  /** All routes of resources with more than the generated ones, by resource name. */
  resourceRoutes: Readonly<Record<string, readonly Route[]>>
  /** Listed before and after those of the resources. */
  routes: { first: readonly Route[]; last: readonly Route[] }
  /** The events for other programs. The product then declares the resource `events` (src/schema/core.ts). */
  events?: EventCatalogue
  /** The product's own use of events, beside webhooks. */
  follow?: Follow
  callerColumns: CallerColumns
  /** Absent for an API without keys. */
  apiScopes?: ApiScopes
  /** The product's own codes of problem documents. */
  problemCodes: readonly OwnCode[]
}
