import type { Usage } from '../../contract'
import type { Message } from '../../schema'

/** A failed call: the reason, errors by field, and records in the way. */
export interface Failure {
  /** Already notified. */
  isSignedOut: boolean
  /** By somebody else's change. */
  isStale: boolean
  isNotFound: boolean
  code: string | null
  /** In English. */
  detail: string
  /** `detail` as key and arguments. */
  message: Message | null
  /** By field, in English. */
  errors: Readonly<Record<string, string>>
  messages: Readonly<Record<string, Message>>
  updatedBy: string | null
  updatedAt: string | null
  usedBy: readonly Usage[]
  /** For bulk calls; `total` counts all records. */
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

/** Reads a problem document (RFC 9457). */
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
