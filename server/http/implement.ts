import {
  type AccessOf,
  type AnswerOf,
  type AnyCall,
  answerSchema,
  type CallBody,
  type CallParams,
  type CallQuery,
  type Frozen,
} from '../../src/contract'
import type { Route, RouteRequest } from './route'

/**
 * An answer with headers, from a declared call's handler.
 *
 * @example
 * return new Reply(rooms, { 'Cache-Control': 'public, max-age=60' })
 */
export class Reply<T> {
  readonly body: T
  readonly headers: Readonly<Record<string, string>>

  constructor(body: T, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}

/** The answer that a declared call names `otherwise`, such as a dry run's. */
export class OtherReply {
  readonly body: unknown

  constructor(body: unknown) {
    this.body = body
  }
}

/** The request of a declared call's handler: `RequestOf<typeof calls.rooms.close>`. */
export type RequestOf<C extends AnyCall> = RouteRequest<CallParams<C>, AccessOf<C>, CallQuery<C>, CallBody<C>>

// biome-ignore lint/suspicious/noConfusingVoidType: what a function without a return statement returns
type Answered<C extends AnyCall> = AnswerOf<C> extends undefined ? void : Frozen<AnswerOf<C>>

/**
 * Makes the route of a declared call. The handler returns a Response for a file or stream; for a shared route
 * (`isShared`), a function that makes each caller's answer.
 */
export const implement = <C extends AnyCall>(
  call: C,
  handler: (
    request: RequestOf<C>,
  ) => Promise<Answered<C> | Reply<Answered<C>> | (() => Answered<C>) | OtherReply | Response>,
  more: Pick<Route, 'alsoWrong' | 'refusedAlike' | 'admits' | 'beyondRows'> = {},
): Route => {
  const { answer, otherwise, file, ...head } = call
  const { status = 200, schema, ...told } = answer
  const route: Route = {
    ...head,
    ...more,
    answer: {
      ...told,
      status,
      ...(schema && { schema: answerSchema(schema) }),
      ...(file && { contentType: file, schema: { type: 'string' } }),
    },
    ...(otherwise && {
      otherwise: {
        status: otherwise.status ?? 200,
        description: otherwise.description,
        ...(otherwise.schema && { schema: answerSchema(otherwise.schema) }),
      },
    }),
    handler: async request => {
      const answered = await handler(request as RequestOf<C>)
      if (answered instanceof OtherReply) return { status: otherwise?.status ?? 200, body: answered.body }
      if (answered instanceof Response) return answered
      if (answered instanceof Reply) return { status, body: answered.body, headers: answered.headers }
      return { status, body: answered }
    },
  }
  return route
}
