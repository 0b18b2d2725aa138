import { STATUS_CODES } from 'node:http'
import { englishText, type Message } from '../../src/schema'

/** Every code of a problem document with its status; codes are stable, sentences are not. */
export const problemStatuses = {
  malformed: 400,
  tenant_required: 400,
  unauthorized: 401,
  forbidden: 403,
  user_inactive: 403,
  email_unconfirmed: 403,
  account_conflict: 403,
  tenant_inactive: 403,
  not_found: 404,
  conflict: 409,
  in_use: 409,
  last_owner: 409,
  last_superuser: 409,
  own_account: 409,
  slot_unavailable: 409,
  timeslot_booked: 409,
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

/** A problem document (RFC 9457); its type is about:blank, so `code` tells problems of one status apart. */
export interface ProblemDocument {
  type: 'about:blank'
  title: string
  status: number
  detail: string
  code: ProblemCode
  /** One English sentence per field, by the field's path: `name`, `weeklyHours.0.endTime`. */
  errors?: Record<string, string>
  /** The same messages as keys and arguments, for clients that speak other languages. */
  messages?: Record<string, Message>
  /** `detail` as a key and arguments, where it says what people of the business need to know. */
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
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.options = options
  }

  get status() {
    return problemStatuses[this.code]
  }
}

/** Input that was understood and refused, one message per field. */
export const invalid = (errors: Readonly<Record<string, Message>>, cause?: unknown): Problem =>
  new Problem('validation', `Please check: ${Object.keys(errors).join(', ')}.`, { errors, cause })

/** A single field that was refused. */
export const invalidField = (name: string, key: string, args: Message['args'] = {}, cause?: unknown): Problem =>
  invalid(Object.fromEntries([[name, { key, args }]]), cause)

/** What must not be, for a reason that is no field's: in words that clients can say in other languages. */
export const refusal = (
  code: ProblemCode,
  key: `refusal.${string}`,
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

/** The answer that a problem is, as `application/problem+json`. */
export const problemResponse = (problem: Problem): Response =>
  new Response(JSON.stringify(problemDocument(problem)), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.options.headers },
  })
