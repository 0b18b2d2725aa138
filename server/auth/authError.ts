import type { ContentfulStatusCode } from 'hono/utils/http-status'

export class AuthError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly extra: Readonly<Record<string, unknown>>
  /** Seconds. */
  readonly retryAfter: number | null

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message)
export const badJwt = (reason: string) => new AuthError(403, 'bad_jwt', `invalid JWT: ${reason}`)
export const noAuthorization = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const overLimit = (seconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, Math.max(1, Math.ceil(seconds)))

export const userBanned = (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned')

export const asEmailExists = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === '23505' ? emailExists() : error
