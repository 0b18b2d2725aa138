import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal in Supabase Auth's terms: clients tell refusals apart by `code`. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message)
