import type { Body, CallAccess, CallHead, JsonSchema, QueryOf, QueryParams } from '../../src/contract'
import type { PathParams } from '../../src/schema'
import type { RunOptions, Transaction } from '../db/database'
import type { CallerOf, MemberCaller } from './identity/caller'
import type { Services } from './services'
import type { UnitOfWork } from './unitOfWork'

export interface Answer {
  status: 200 | 201 | 204
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface RouteRequest<P, A extends CallAccess, Q, B> {
  params: P
  query: Q
  /** Undefined for a route without a body. */
  body: B
  /** The request's own headers. */
  headers: Headers
  caller: CallerOf<A>
  services: Services
  /** Where the call comes from, as limits count it. */
  network: string
  /**
   * The caller's currently confirmed address at the auth service, in lower case; null without one. Call it outside `read`
   * and `write`.
   * @throws Problem `auth_unavailable`
   */
  confirmedEmail: () => Promise<string | null>
  /**
   * Resolves once it is sure that the caller may make this call: the first transaction says so by itself. To be awaited before anything
   * that reaches outside the database and comes before the first transaction.
   */
  judged: () => Promise<void>
  /** Whether the caller may still make this call; for long-lived answers such as streams. */
  mayGoOn: () => Promise<boolean>
  /** One transaction for reading, or for writes that need no audit; that of a GET can only read. A route calls this or `write`, once, or `rehearse` before them. */
  read: <T>(work: (db: Transaction) => Promise<T>, options?: Pick<RunOptions<T>, 'single'>) => Promise<T>
  /**
   * Reads and writes, in one transaction. `work` may run twice (`unitOfWork.ts`), so it must not reach outside the
   * database. For repeatable calls it must resolve to a JSON value, from which alone the answer is made.
   * @param part for a call of several transactions: what names this one, so that a retry repeats none that was committed
   */
  write: <T>(work: (unit: UnitOfWork) => Promise<T>, part?: string) => Promise<T>
  /**
   * As `write`, for work that undoes all that it wrote. Nothing is kept for a repeated call, so it may resolve to any value; the
   * answer is to come from a `write` after it.
   */
  rehearse: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
  /** `read` and `write` for a caller whom the route itself has found, such as by a link: within their tenant. */
  inTenantOf: (caller: MemberCaller) => Pick<RouteRequest<P, A, Q, B>, 'read' | 'write'>
  /**
   * After `write`: whether the result comes from an earlier call with the same `Idempotency-Key`, so that `work` did not
   * run. Effects outside the database have been done already.
   */
  isRepeated: () => boolean
}

interface RouteDeclaration<P extends string, A extends CallAccess, Q extends QueryParams, B>
  extends CallHead<P, A, Q, Body<B>> {
  answer: {
    status: 200 | 201 | 204
    description: string
    schema?: JsonSchema
    /** `application/json` unless said otherwise. */
    contentType?: string
    headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>
  }
  /** What it answers instead when it is asked for a dry run, or the like. */
  otherwise?: { status: 200 | 201 | 204; description: string; schema?: JsonSchema }
  /** Strangers who ask the same within a second get one answer: it depends on path and query alone. */
  isShared?: boolean
  handler: (request: RouteRequest<PathParams<P>, A, QueryOf<Q>, B>) => Promise<Answer | Response>
}

/** A row of the route table: what the router, the reference page and the generated tests know of a route. */
export interface Route extends Omit<RouteDeclaration<string, CallAccess, QueryParams, unknown>, 'handler' | 'params'> {
  params?: Readonly<Record<string, (value: string) => boolean>>
  handler: (
    request: RouteRequest<Record<string, string>, CallAccess, Record<string, unknown>, unknown>,
  ) => Promise<Answer | Response>
}

/**
 * A route whose shape follows from a declaration, as those of CRUD do. A call with a shape of its own is declared (`defineCall`) and
 * implemented (`implement`). The router and the OpenAPI document are both made from what this returns.
 */
export const defineRoute = <
  const P extends string,
  const A extends CallAccess,
  Q extends QueryParams = Record<never, never>,
  B = undefined,
>(
  route: RouteDeclaration<P, A, Q, B>,
): Route => route as unknown as Route
