import { STATUS_CODES } from 'node:http'
import { type CheckKey, englishText, type Message } from '../../src/schema'

/** Every code of a problem document with its status; codes are stable, sentences are not. */
export const problemStatuses = {
  malformed: 400,
  tenant_required: 400,
  unauthorized: 401,
  forbidden: 403,
  user_inactive: 403,
  second_factor_required: 403,
  email_unconfirmed: 403,
  account_conflict: 403,
  tenant_inactive: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  in_use: 409,
  last_owner: 409,
  last_superuser: 409,
  own_account: 409,
  wrong_status: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  validation: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  auth_unavailable: 503,
} as const

export type ProblemCode = keyof typeof problemStatuses

/** A code that the product adds, with its status. */
export interface OwnCode {
  readonly code: string
  readonly status: 403 | 404 | 409 | 422
}

/** A problem document (RFC 9457); its type is about:blank, so `code` tells problems of one status apart. */
export interface ProblemDocument {
  type: 'about:blank'
  title: string
  status: number
  detail: string
  /** One of `problemStatuses`, or of the product's own. */
  code: string
  /** One English sentence per field, by the field's path: `name`, `weeklyHours.0.endTime`. */
  errors?: Record<string, string>
  /** The same messages as keys and arguments, for clients that speak other languages. */
  messages?: Record<string, Message>
  /** `detail` as a key and arguments, where it is meant for users. */
  message?: Message
  [extension: string]: unknown
}

interface ProblemOptions {
  errors?: Readonly<Record<string, Message>>
  /** The sentence as a key and arguments. */
  message?: Message
  headers?: Readonly<Record<string, string>>
  /** More members of the document. */
  extensions?: Readonly<Record<string, unknown>>
  cause?: unknown
}

/** Thrown anywhere below a route: the answer is this problem. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly options: ProblemOptions

  constructor(code: ProblemCode | OwnCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.name = 'Problem'
    this.code = typeof code === 'string' ? code : code.code
    this.status = typeof code === 'string' ? problemStatuses[code] : code.status
    this.options = options
  }
}

/** Well-formed input that is refused, with one message per field. */
export const invalid = (errors: Readonly<Record<string, Message>>, cause?: unknown): Problem =>
  new Problem('validation', `Please check: ${Object.keys(errors).join(', ')}.`, { errors, cause })

/** A single field that was refused. */
export const invalidField = (name: string, key: CheckKey, args: Message['args'] = {}, cause?: unknown): Problem =>
  invalid(Object.fromEntries([[name, { key, args }]]), cause)

/** A refusal that concerns no field, as a message that clients can translate. */
export const refusal = (
  code: ProblemCode | OwnCode,
  key: CheckKey & `refusal.${string}`,
  args: Message['args'] = {},
  options: ProblemOptions = {},
): Problem => new Problem(code, englishText({ key, args }), { ...options, message: { key, args } })

export const notFound = (what = 'record'): Problem => new Problem('not_found', `There is no such ${what}.`)

const mapValues = <V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

export const problemDocument = ({ code, status, message, options }: Problem): ProblemDocument => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  code,
  ...(options.errors && { errors: mapValues(options.errors, englishText), messages: { ...options.errors } }),
  ...(options.message && { message: options.message }),
  ...options.extensions,
})

/** A problem as an `application/problem+json` response. */
export const problemResponse = (problem: Problem): Response =>
  new Response(JSON.stringify(problemDocument(problem)), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.options.headers },
  })

/** The problem of more concurrent requests than the process accepts. */
export const busy = (): Problem =>
  new Problem('unavailable', 'Too many requests at once. Try again in a moment.', { headers: { 'Retry-After': '1' } })
