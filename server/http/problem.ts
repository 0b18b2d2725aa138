import { STATUS_CODES } from 'node:http'
import type { CheckKey, Message } from '../../src/schema'
import { englishText } from '../../src/schema/checkTexts'
import { apiBase } from './apiBase'

/** Codes are stable; sentences are not. */
export const problemKinds = {
  malformed: { status: 400, meaning: 'The body is not a JSON object, or is nested too deeply.' },
  tenant_required: { status: 400, meaning: 'The call is about a tenant, and the header X-Tenant-ID names none.' },
  unauthorized: { status: 401, meaning: 'There is no bearer token, or it is not valid any more. Sign in again.' },
  scope_missing: {
    status: 403,
    meaning: 'The API key lacks a scope: one of `needed` opens the call. Where `needed` is empty, no key may make it.',
  },
  forbidden: { status: 403, meaning: 'The caller’s role does not allow this.' },
  user_inactive: { status: 403, meaning: 'The caller’s user is not active. An administrator can activate it.' },
  second_factor_required: {
    status: 403,
    meaning: 'The call needs a sign-in with a second step: `step` says which one is missing.',
  },
  reauthentication_needed: {
    status: 403,
    meaning: 'The call needs a sign-in, or a proof at `/auth/v1/reauthenticate`, of the last ten minutes.',
  },
  email_unconfirmed: { status: 403, meaning: 'The caller’s e-mail address has to be confirmed first.' },
  account_conflict: {
    status: 403,
    meaning: 'The caller’s e-mail address belongs to a user who signs in with another account.',
  },
  tenant_inactive: { status: 403, meaning: 'The tenant is suspended: it can be read but not changed.' },
  not_found: {
    status: 404,
    meaning:
      'There is no such address or record, or it is another tenant’s, or a body refers to a record that is not there: `errors` names the field.',
  },
  too_slow: { status: 408, meaning: 'The body took too long to arrive.' },
  conflict: { status: 409, meaning: 'Something else is in the way. `detail` says what.' },
  in_use: { status: 409, meaning: 'Other records refer to this one. Its `/usage` lists them.' },
  last_owner: { status: 409, meaning: 'A tenant keeps at least one active owner.' },
  last_superuser: { status: 409, meaning: 'The installation keeps at least one active superuser.' },
  own_account: { status: 409, meaning: 'Nobody deactivates or deletes their own account.' },
  webhook_inactive: { status: 409, meaning: 'The webhook is off: turn it on first.' },
  wrong_status: { status: 409, meaning: 'The record’s status does not allow this action.' },
  import_running: {
    status: 409,
    meaning: 'One import at a time is checked, carried out or taken back in a tenant.',
  },
  import_has_errors: {
    status: 409,
    meaning: 'Rows were refused, and with `onError: nothing` an import takes all rows or none.',
  },
  undo_blocked: {
    status: 409,
    meaning:
      'Records of the import were changed since, or others refer to them: `blocking` names the first 20, `count` says how many.',
  },
  not_empty: {
    status: 409,
    meaning: 'A set-up is copied, or made from a template, only into a tenant without one.',
  },
  undo_expired: { status: 409, meaning: 'An import can be taken back once, within 24 hours.' },
  stale: { status: 412, meaning: 'The record was changed since the version in If-Match. Read it again.' },
  too_large: { status: 413, meaning: 'The body is too large.' },
  unsupported_media_type: { status: 415, meaning: 'The body has to be sent as application/json.' },
  validation: { status: 422, meaning: 'Values were refused: `errors` has one sentence for each field or parameter.' },
  rate_limited: { status: 429, meaning: 'Too many calls. Retry-After says for how many seconds to wait.' },
  internal: { status: 500, meaning: 'A mistake on our side. `requestId` finds it in the log.' },
  unavailable: {
    status: 503,
    meaning: 'The service is busy or its database does not answer. Try again after Retry-After seconds.',
  },
  auth_unavailable: {
    status: 503,
    meaning: 'The sign-in service does not answer. Try again after Retry-After seconds.',
  },
} as const

export type ProblemCode = keyof typeof problemKinds

/**
 * A problem code of the product, in addition to the machine's.
 *
 * @example
 * const waitlistClosed: OwnCode = { code: 'waitlist_closed', status: 409, meaning: 'Nobody can wait for this.' }
 * throw refusal(waitlistClosed, 'refusal.waitsAlready')
 */
export interface OwnCode {
  readonly code: string
  readonly status: 403 | 404 | 409 | 422
  readonly meaning: string
}

export const problemType = (code: string): string => `${apiBase}/docs/problems#${code}`

export interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  code: string
  /** By path: `name`, `weeklyHours.0.endTime`. */
  errors?: Record<string, string>
  messages?: Record<string, Message>
  message?: Message
  [extension: string]: unknown
}

interface ProblemOptions {
  errors?: Readonly<Record<string, Message>>
  message?: Message
  headers?: Readonly<Record<string, string>>
  extensions?: Readonly<Record<string, unknown>>
  cause?: unknown
  isOfCrowd?: boolean
  /** Strangers with the same question share it for a second (`refusedAlike`). */
  isForAll?: boolean
}

/** An error with a code and a status. Thrown below a route, it becomes the answer: a problem document (RFC 9457). */
export class Problem extends Error {
  readonly kind: ProblemCode | OwnCode
  readonly code: string
  readonly status: number
  readonly options: ProblemOptions

  constructor(code: ProblemCode | OwnCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.name = 'Problem'
    this.kind = code
    this.code = typeof code === 'string' ? code : code.code
    this.status = typeof code === 'string' ? problemKinds[code].status : code.status
    this.options = options
  }
}

/** A Problem `validation` with a message per field, by path: `name`, `weeklyHours.0.endTime`. */
export const invalid = (errors: Readonly<Record<string, Message>>, cause?: unknown): Problem =>
  new Problem('validation', `Please check: ${Object.keys(errors).join(', ')}.`, { errors, cause })

/**
 * A Problem `validation` for one field or parameter.
 * @example
 * throw invalidField('to', 'validation.rangeTooLong', { max: 366 })
 */
export const invalidField = (name: string, key: CheckKey, args: Message['args'] = {}, cause?: unknown): Problem =>
  invalid(Object.fromEntries([[name, { key, args }]]), cause)

/** A Problem without a field: the text `key`, with values, for users. */
export const refusal = (
  code: ProblemCode | OwnCode,
  key: CheckKey & `refusal.${string}`,
  args: Message['args'] = {},
  options: ProblemOptions = {},
): Problem => new Problem(code, englishText({ key, args }), { ...options, message: { key, args } })

export const forbidden = (role: string): Problem => new Problem('forbidden', `This needs the role "${role}".`)

/** A Problem `not_found`. `what` is English, in lower case. */
export const notFound = (what = 'record'): Problem => new Problem('not_found', `There is no such ${what}.`)

const mapValues = <V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

export const problemDocument = ({ code, status, message, options }: Problem): ProblemDocument => ({
  type: problemType(code),
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  code,
  ...(options.errors && { errors: mapValues(options.errors, englishText), messages: { ...options.errors } }),
  ...(options.message && { message: options.message }),
  ...options.extensions,
})

export const problemResponse = (problem: Problem): Response =>
  new Response(JSON.stringify(problemDocument(problem)), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.options.headers },
  })

export const busy = (seconds = 1): Problem =>
  new Problem('unavailable', 'Too many requests at once. Try again in a moment.', {
    headers: { 'Retry-After': String(seconds) },
    isOfCrowd: true,
  })
