import type { Usage } from '../../contract'
import type { Message } from '../../schema'

/** A failed call as screens show it: the reason, the errors by field, and the records in the way. */
export interface Failure {
  /** A notification is already shown. */
  isSignedOut: boolean
  /** Somebody else has changed the record. */
  isStale: boolean
  isNotFound: boolean
  code: string | null
  /** In English. */
  detail: string
  /** `detail` as a key and arguments, if the API gives it. */
  message: Message | null
  /** By field, in English. */
  errors: Readonly<Record<string, string>>
  messages: Readonly<Record<string, Message>>
  /** Of the change that made a record stale. */
  updatedBy: string | null
  updatedAt: string | null
  /** The records whose references prevent the change. */
  usedBy: readonly Usage[]
  /** For a bulk call; `total` counts all records. */
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

/** An error's `body` is a problem document (RFC 9457), if there is one. */
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
