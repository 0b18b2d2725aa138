import type { Body, Call, CallAccess, CallHead, JsonSchema, QueryOf, QueryParams } from '../../src/contract'
import type { PathParams, ValidationErrors } from '../../src/schema'
import type { RunOptions, Transaction } from '../db/database'
import type { CallerOf, MemberCaller } from './identity/caller'
import type { Services } from './services'
import type { UnitOfWork } from './unitOfWork'

export interface Answer {
  status: 200 | 201 | 202 | 204
  body?: unknown
  /** Members that later answers omit, and the entity tag ignores. */
  shownOnce?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  opened?: readonly string[]
}

/** A handler's request, with transactions for reading and writing. */
export interface RouteRequest<P, A extends CallAccess, Q, B> {
  params: P
  query: Q
  body: B
  headers: Headers
  caller: CallerOf<A>
  services: Services
  network: string
  /**
   * The caller's confirmed address, in lower case, or null. Call it outside `read` and `write`.
   * @throws Problem `auth_unavailable`
   */
  confirmedEmail: () => Promise<string | null>
  /** Await it before reaching outside the database, unless in or after a transaction. */
  authorized: () => Promise<void>
  mayGoOn: () => Promise<boolean>
  /** For reads, and writes without audit; read-only for a GET. */
  read: <T>(
    work: (db: Transaction) => Promise<T>,
    options?: Pick<RunOptions<T>, 'single' | 'large' | 'moment'>,
  ) => Promise<T>
  /**
   * `work` may run twice, so it must not reach outside the database. A repeatable call must answer from its JSON result
   * alone.
   * @param part names one of several transactions, so that a retry skips those committed
   */
  write: <T>(work: (unit: UnitOfWork) => Promise<T>, part?: string) => Promise<T>
  /** For a caller whom the route identified, such as by a link. */
  inTenantOf: (caller: MemberCaller) => Pick<RouteRequest<P, A, Q, B>, 'read' | 'write'>
  /**
   * After `write`: whether an earlier call with the same `Idempotency-Key` gave the result. If so, skip effects outside
   * the database.
   */
  isRepeated: () => boolean
}

/** Finds further errors of a refused body that only the database knows. The body may contain anything. */
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
    status: 200 | 201 | 202 | 204
    description: string
    schema?: JsonSchema
    contentType?: string
    headers?: Call['answer']['headers']
  }
  otherwise?: { status: 200 | 201 | 202 | 204; description: string; schema?: JsonSchema }
  alsoWrong?: AlsoWrong
  /**
   * Transactions see the whole tenant. The answer must not reveal records hidden by row rules; scopes still omit them.
   */
  beyondRows?: boolean
  /** Strangers with the same question share an answer for a second. It must depend on path, query and body alone. */
  isShared?: boolean
  handler: (request: RouteRequest<PathParams<P>, A, QueryOf<Q>, B>) => Promise<Answer | Response>
}

/** A call with its handler. */
export interface Route extends Omit<RouteDeclaration<string, CallAccess, QueryParams, unknown>, 'handler' | 'params'> {
  /**
   * A stranger's refusal depends on this, besides path and query. A Problem with `isForAll` answers everybody who asks
   * the same within a second, without the handler.
   */
  refusedAlike?: (body: unknown) => string
  admits?: (body: unknown) => string
  params?: Readonly<Record<string, (value: string) => boolean>>
  handler: (
    request: RouteRequest<Record<string, string>, CallAccess, Record<string, unknown>, unknown>,
  ) => Promise<Answer | Response>
}

/** Makes a route derived from a declaration. Other calls use `defineCall` and `implement`. */
export const defineRoute = <
  const P extends string,
  const A extends CallAccess,
  Q extends QueryParams = Record<never, never>,
  B = undefined,
>(
  route: RouteDeclaration<P, A, Q, B>,
): Route => route as unknown as Route
