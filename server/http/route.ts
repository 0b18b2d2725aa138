import type { PathParams, Role } from '../../src/schema'
import type { Transaction } from '../db/database'
import type { Body } from './body'
import type { CallerOf } from './identity/caller'
import type { JsonSchema, QueryOf, QueryParams } from './queryParams'
import type { Services } from './services'
import type { UnitOfWork } from './unitOfWork'

/** Who may call a route. Every route says so, or it does not compile. */
export type RouteAccess =
  | { who: 'anyone' }
  /** Anyone with a valid token and an active user. */
  | { who: 'signedIn' }
  | { who: 'superuser' }
  /** A member of the tenant that a header or a path parameter names, with this role or more; superusers are owners everywhere. */
  | { who: 'member'; role: Role; tenant: { header: 'X-Tenant-ID' } | { param: string } }

export interface Answer {
  status: 200 | 201 | 204
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface RouteRequest<P, A extends RouteAccess, Q, B> {
  params: P
  query: Q
  /** Undefined for a route without a body. */
  body: B
  /** The request's own headers. */
  headers: Headers
  caller: CallerOf<A>
  services: Services
  /** One transaction, for what changes no record that anybody edits. A route calls this or `write`, once. */
  read: <T>(work: (db: Transaction) => Promise<T>) => Promise<T>
  /** Reads and writes, in one transaction. `work` may run twice (`unitOfWork.ts`), so it must not reach outside the database. */
  write: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
}

interface RouteDeclaration<P extends string, A extends RouteAccess, Q extends QueryParams, B> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's base: `/tenants/{id}`. Parameters are UUIDs, and anything else is 404, unless `params` says otherwise. */
  path: P
  access: A
  /** The heading that the reference page lists it under. */
  tag: string
  /** Unique: what a generated client would call it. */
  operationId: string
  summary: string
  description?: string
  params?: { [K in keyof PathParams<P>]?: (value: string) => boolean }
  /**
   * `platform`: looks beyond the tenant that it is about; its handler alone keeps to what the caller may see. `tenant`: keeps to
   * the tenant's own records even for superusers who administer it.
   */
  runsAs?: 'platform' | 'tenant'
  query?: Q
  body?: Body<B>
  /** Request headers beyond those that follow from `access`. */
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>
  answer: {
    status: 200 | 201 | 204
    description: string
    schema?: JsonSchema
    /** `application/json` unless said otherwise. */
    contentType?: string
    headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>
  }
  handler: (request: RouteRequest<PathParams<P>, A, QueryOf<Q>, B>) => Promise<Answer | Response>
}

/** A row of the route table: what the router, the reference page and the generated tests know of a route. */
export interface Route extends Omit<RouteDeclaration<string, RouteAccess, QueryParams, unknown>, 'handler' | 'params'> {
  params?: Readonly<Record<string, (value: string) => boolean>>
  handler: (
    request: RouteRequest<Record<string, string>, RouteAccess, Record<string, unknown>, unknown>,
  ) => Promise<Answer | Response>
}

/**
 * The one way to add a route: the router and the OpenAPI document are both made from what this returns.
 *
 * @example
 * defineRoute({
 *   method: 'GET', path: '/tenants/by-slug/{slug}', access: { who: 'signedIn' }, tag: 'Tenants',
 *   operationId: 'getTenantBySlug', summary: 'The tenant with this slug',
 *   answer: { status: 200, description: 'The tenant', schema: ref('Tenant') },
 *   handler: async ({ params, read }) => ({ status: 200, body: await read(db => findTenant(db, params.slug)) }),
 * })
 */
export const defineRoute = <
  const P extends string,
  const A extends RouteAccess,
  Q extends QueryParams = Record<never, never>,
  B = undefined,
>(
  route: RouteDeclaration<P, A, Q, B>,
): Route => route as unknown as Route
