import type { AnyResource, ApiScopes, EventCatalogue } from '../../src/schema'
import type { CallerColumns } from '../http/identity/callerColumns'
import type { OwnCode } from '../http/problem'
import type { Route } from '../http/route'
import type { Follow } from '../http/unitOfWork'
import type { ResourceHooks } from './hooks'

/** Everything that the machine knows of the product that it serves. */
export interface Product {
  /** In the order in which the reference page lists them. Tenants, users and memberships are among them (src/schema/core.ts). */
  resources: readonly AnyResource[]
  /** What resources do beyond their declarations, by name. */
  hooks: Readonly<Record<string, ResourceHooks>>
  /** All routes of resources that have more than the generated ones, by the resource's name. */
  resourceRoutes: Readonly<Record<string, readonly Route[]>>
  /** Routes listed before and after those of the resources. */
  routes: { first: readonly Route[]; last: readonly Route[] }
  /** What other programs may hear of; the product then declares the resource `events` (src/schema/core.ts). */
  events?: EventCatalogue
  /** What the product does with events beside telling webhooks. */
  follow?: Follow
  /** The product's own columns of a caller. */
  callerColumns: CallerColumns
  /** The scopes of API keys; absent where the API is not called with keys. */
  apiScopes?: ApiScopes
  /** Codes of problem documents that only this product has. */
  problemCodes: readonly OwnCode[]
}
