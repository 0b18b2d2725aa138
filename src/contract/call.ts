import type * as z from 'zod/mini'
import type { ApiScopeName, PathParams, Role } from '../schema'
import type { Body } from './body'
import type { answerHeaders } from './headers'
import type { QueryInput, QueryOf, QueryParams } from './queryParams'

export type CallAccess =
  | { who: 'anyone' }
  /** `beforeSetup` admits people who must still set up a second factor. */
  | { who: 'signedIn'; beforeSetup?: true }
  | { who: 'superuser' }
  /** Superusers are owners everywhere. */
  | { who: 'member'; role: Role; tenant: { header: 'X-Tenant-ID' } | { param: string } }

/** Access for members with at least this role, in the tenant of `X-Tenant-ID`. */
export const membersFrom = <const R extends Role>(role: R) =>
  ({ who: 'member', role, tenant: { header: 'X-Tenant-ID' } }) as const

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallHead<P extends string, A extends CallAccess, Q extends QueryParams, B> {
  method: Method
  /** `/tenants/{id}`. Parameters are UUIDs, else 404, unless `params` checks them. */
  path: P
  access: A
  /** Any one suffices; without one, no API key may call. */
  scopes?: readonly ApiScopeName[] | undefined
  tag: string
  /** Unique in generated clients. */
  operationId: string
  summary: string
  description?: string
  params?: { [K in keyof PathParams<P>]?: (value: string) => boolean }
  /** `platform` sees all tenants' rows, limited only by the handler; `tenant` one tenant's, also for superusers. */
  runsAs?: 'platform' | 'tenant'
  query?: Q
  body?: B
  /** Refuses outdated changes. */
  headers?: 'If-Match'
}

interface CallAnswer<S> {
  /** 200 by default; 204 has no body. */
  status?: 200 | 201 | 202 | 204
  description: string
  schema?: S
  headers?: keyof typeof answerHeaders
}

/** A contract for server and client (docs/architecture.md#calls). */
export interface Call<
  P extends string = string,
  A extends CallAccess = CallAccess,
  Q extends QueryParams = QueryParams,
  B extends Body<unknown> | undefined = Body<unknown> | undefined,
  S extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  F extends string | undefined = string | undefined,
> extends CallHead<P, A, Q, B> {
  answer: CallAnswer<S>
  /** Such as a dry run's. */
  otherwise?: CallAnswer<z.core.$ZodType>
  /** A text answer's media type. */
  file?: F
}

/** A declared call of any shape; `defineCall` makes exact ones. */
export type AnyCall = Omit<Call, 'params'> & { params?: Readonly<Record<string, (value: string) => boolean>> }

type NoQuery = Readonly<Record<never, never>>

/**
 * Declares a call beyond CRUD, typed for `implement` and `dataProvider.call`.
 *
 * The browser's build keeps only `method`, `path` and `file` (scripts/vite/serverOnly.ts).
 *
 * @example
 * export const readiness = defineCall({
 *   method: 'GET', path: '/catalog-items/{id}/readiness', access: membersFrom('viewer'),
 *   tag: 'Catalog items', operationId: 'getReadiness', summary: 'What an item lacks to be sold',
 *   answer: { description: 'What is missing', schema: z.object({ isReady: z.boolean() }) },
 * })
 */
export const defineCall = <
  const P extends string,
  const A extends CallAccess,
  Q extends QueryParams = NoQuery,
  B extends Body<unknown> | undefined = undefined,
  S extends z.core.$ZodType | undefined = undefined,
  const F extends string | undefined = undefined,
>(
  call: Call<P, A, Q, B, S, F>,
): Call<P, A, Q, B, S, F> => call

type PartsOf<C> =
  C extends Call<infer P, infer A, infer Q, infer B, infer S, infer F>
    ? { path: P; access: A; query: Q; body: B; schema: S; file: F }
    : never

export type CallParams<C> = PathParams<PartsOf<C>['path']>
export type AccessOf<C> = PartsOf<C>['access']
/** A call's parsed query, with defaults. */
export type CallQuery<C> = QueryOf<PartsOf<C>['query']>
/** A call's body for its handler; undefined without one. */
export type CallBody<C> = PartsOf<C>['body'] extends Body<infer T> ? T : undefined

/** A call's answer for clients: parsed JSON, or a string for a file. */
export type AnswerOf<C> = PartsOf<C>['file'] extends string
  ? string
  : PartsOf<C>['schema'] extends infer S extends z.core.$ZodType
    ? z.output<S>
    : undefined

type Empty = Record<never, never>
type ParamsPart<C> = unknown extends CallParams<C> ? { params?: Empty } : { params: CallParams<C> }
type QueryPart<I> = Empty extends I ? { query?: I } : { query: I }
type BodyPart<B> =
  B extends Body<unknown, infer I> ? (Empty extends I ? { body?: I } : { body: I }) : { body?: undefined }

/** A client's `params`, `query` and `body`. */
export type CallInput<C> = ParamsPart<C> & QueryPart<QueryInput<PartsOf<C>['query']>> & BodyPart<PartsOf<C>['body']>

/** `T` with readonly lists and objects: answers may contain either. */
export type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T
