import type { Usage } from '../../contract'
import type { Message } from '../../schema'

/** A refusal by the API. */
export interface Failure {
  /** The session has ended; a notification has been shown already. */
  isSignedOut: boolean
  /** Somebody else has changed the record meanwhile. */
  isStale: boolean
  isNotFound: boolean
  /** The API's `code`. */
  code: string | null
  /** In English. */
  detail: string
  /** The same as a key and arguments, where the API gives it. */
  message: Message | null
  /** Messages per field, in English. */
  errors: Readonly<Record<string, string>>
  /** The same as keys and arguments, where the API gives them. */
  messages: Readonly<Record<string, Message>>
  /** For a stale record: who changed it and when, if the API says so. */
  updatedBy: string | null
  updatedAt: string | null
  /** What refers to the record and prevents the change. */
  usedBy: readonly Usage[]
  /** For a bulk call: the results of the refused records, and how many there were in all. */
  ofMany: { failures: readonly unknown[]; total: number } | null
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
