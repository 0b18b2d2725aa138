import type { Body, CallAccess, CallHead, JsonSchema, QueryOf, QueryParams } from '../../src/contract'
import type { PathParams, ValidationErrors } from '../../src/schema'
import type { RunOptions, Transaction } from '../db/database'
import type { CallerOf, MemberCaller } from './identity/caller'
import type { Services } from './services'
import type { UnitOfWork } from './unitOfWork'

export interface Answer {
  status: 200 | 201 | 204
  body?: unknown
  /** Members that no later answer repeats. The entity tag ignores them. */
  shownOnce?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
}

/** The request that a handler takes, with transactions to read and write in. */
export interface RouteRequest<P, A extends CallAccess, Q, B> {
  params: P
  query: Q
  body: B
  headers: Headers
  caller: CallerOf<A>
  services: Services
  network: string
  /**
   * The caller's confirmed address, in lower case; null without one. Call it outside `read` and `write`.
   * @throws Problem `auth_unavailable`
   */
  confirmedEmail: () => Promise<string | null>
  /**
   * Resolves once the caller is known to be allowed. Await it before reaching outside the database, unless in or after
   * a transaction.
   */
  authorized: () => Promise<void>
  /** For long-lived answers such as streams. */
  mayGoOn: () => Promise<boolean>
  /**
   * For reads, or writes that need no audit; read-only for a GET. A route calls this or `write` once, at most after
   * `rehearse`.
   */
  read: <T>(work: (db: Transaction) => Promise<T>, options?: Pick<RunOptions<T>, 'single' | 'large'>) => Promise<T>
  /**
   * `work` may run twice, so it must not reach outside the database. The answer of a repeatable call must come from its
   * JSON result alone.
   * @param part names this transaction if a call has several, so that a retry repeats none that was committed
   */
  write: <T>(work: (unit: UnitOfWork) => Promise<T>, part?: string) => Promise<T>
  /** For work that undoes its writes. Retries do not keep its result; the answer must come from a later `write`. */
  rehearse: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
  /** For a caller whom the route identified itself, such as by a link. */
  inTenantOf: (caller: MemberCaller) => Pick<RouteRequest<P, A, Q, B>, 'read' | 'write'>
  /**
   * After `write`: true if an earlier call with the same `Idempotency-Key` gave the result, so neither `work` nor
   * effects outside the database are due.
   */
  isRepeated: () => boolean
}

/** Finds further errors, known to the database alone, in a refused body, which may hold anything. */
export type AlsoWrong = (
  json: Readonly<Record<string, unknown>>,
  request: Pick<RouteRequest<Record<string, string>, CallAccess, unknown, unknown>, 'params' | 'services'> & {
    caller: MemberCaller
    read: <T>(work: (db: Transaction) => Promise<T>) => Promise<T>
  },
) => Promise<ValidationErrors>

interface RouteDeclaration<P extends string, A extends CallAccess, Q extends QueryParams, B>
  extends CallHead<P, A, Q, Body<B>> {
  answer: {
    status: 200 | 201 | 204
    description: string
    schema?: JsonSchema
    /** Defaults to `application/json`. */
    contentType?: string
    headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>
  }
  /** Such as the answer of a dry run. */
  otherwise?: { status: 200 | 201 | 204; description: string; schema?: JsonSchema }
  alsoWrong?: AlsoWrong
  /**
   * Its transactions see the whole tenant, whatever rules about rows limit the caller. The handler answers nothing of
   * records that the caller does not see: scopes still leave them out.
   */
  beyondRows?: boolean
  /** Identical questions of strangers share one answer for a second. It must depend on path and query alone. */
  isShared?: boolean
  handler: (request: RouteRequest<PathParams<P>, A, QueryOf<Q>, B>) => Promise<Answer | Response>
}

/** A call of the API with its handler, as `defineRoute` and `implement` make it. */
export interface Route extends Omit<RouteDeclaration<string, CallAccess, QueryParams, unknown>, 'handler' | 'params'> {
  /**
   * What a refusal of a stranger depends on, beside the path and the query. A Problem that `isForAll` is the answer to all who
   * ask the same within a second, without asking the handler.
   */
  refusedAlike?: (body: unknown) => string
  /** The token of what the answer gives: calls about it go before those of other strangers. */
  admits?: (body: unknown) => string
  params?: Readonly<Record<string, (value: string) => boolean>>
  handler: (
    request: RouteRequest<Record<string, string>, CallAccess, Record<string, unknown>, unknown>,
  ) => Promise<Answer | Response>
}

/** Makes a route that follows from a declaration, such as CRUD. Other calls use `defineCall` and `implement`. */
export const defineRoute = <
  const P extends string,
  const A extends CallAccess,
  Q extends QueryParams = Record<never, never>,
  B = undefined,
>(
  route: RouteDeclaration<P, A, Q, B>,
): Route => route as unknown as Route
