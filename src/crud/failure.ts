import type { Message } from '../schema'

/** What the API said when it refused something. */
export interface Failure {
  /** The session has ended; whoever noticed has said so already. */
  isSignedOut: boolean
  /** Somebody else has changed the record meanwhile. */
  isStale: boolean
  isNotFound: boolean
  /** Timeslots that are called off have bookings, and nothing was said about those; `usedBy` has them. */
  isTimeslotBooked: boolean
  /** The API's word for what it is. */
  code: string | null
  /** In English. */
  detail: string
  /** The same as a key and arguments, where the API gives it. */
  message: Message | null
  /** Messages per field, in English. */
  errors: Readonly<Record<string, string>>
  /** The same as keys and arguments, where the API gives them. */
  messages: Readonly<Record<string, Message>>
  /** Of a stale record: who changed it and when, as far as the API says. */
  updatedBy: string | null
  updatedAt: string | null
  /** What refers to the record, and stands in the way. */
  usedBy: readonly Usage[]
  /** Of a call about several records: what became of those that were refused, and how many there were. */
  ofMany: { failures: readonly unknown[]; total: number } | null
}

/** Records of one resource that refer to another record. */
export interface Usage {
  resource: string
  count: number
  /** A few of them, each with the parameters of its path. */
  records: readonly { id: string; name: string; params?: Readonly<Record<string, string>> }[]
}

interface Problem {
  code?: string
  detail?: string
  errors?: Record<string, string>
  messages?: Record<string, Message>
  updatedBy?: string
  updatedAt?: string
  usedBy?: Usage[]
  message?: Message
  failures?: unknown[]
  total?: number
}

/** Reads an error of the data provider: its `body` is the problem document (RFC 9457) when the API answered one. */
export const failureOf = (error: unknown): Failure => {
  const { status, message, body } = (error ?? {}) as { status?: number; message?: string; body?: Problem }
  return {
    isSignedOut: status === 401,
    isStale: status === 412,
    isNotFound: status === 404,
    isTimeslotBooked: body?.code === 'timeslot_booked',
    code: body?.code ?? null,
    message: body?.message ?? null,
    detail: body?.detail ?? message ?? '',
    errors: body?.errors ?? {},
    messages: body?.messages ?? {},
    updatedBy: body?.updatedBy ?? null,
    updatedAt: body?.updatedAt ?? null,
    usedBy: body?.usedBy ?? [],
    ofMany: body?.failures ? { failures: body.failures, total: body.total ?? body.failures.length } : null,
  }
}
