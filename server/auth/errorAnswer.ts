import type { Context } from 'hono'
import { isOutage } from '../db/outage'
import type { Log } from '../log'
import { AuthError } from './authError'

/** From this API version on, `code` is the error's code instead of the HTTP status. */
export const apiVersion = { header: 'x-supabase-api-version', withStringCodes: '2024-01-01' } as const

export const errorCodeHeader = 'x-sb-error-code'

const unexpected = () => new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check the server log')

const databaseSilent = () => new AuthError(503, 'over_capacity', 'The database does not answer', {}, 2)

export const errorAnswer =
  (log: Log) =>
  (error: unknown, c: Context): Response => {
    const { status, code, message, extra, retryAfter } =
      error instanceof AuthError ? error : isOutage(error) ? databaseSilent() : unexpected()
    if (status >= 500) log('error', 'auth request failed', { path: c.req.path, error: String(error) })
    if (status === 429) log('warn', 'auth request over a limit', { path: c.req.path })
    const isNew = (c.req.header(apiVersion.header) ?? '') >= apiVersion.withStringCodes
    c.header(errorCodeHeader, code)
    if (isNew) c.header(apiVersion.header, apiVersion.withStringCodes)
    c.header('cache-control', 'no-store')
    if (retryAfter !== null) c.header('retry-after', String(retryAfter))
    const body = isNew ? { code, message, ...extra } : { code: status, error_code: code, msg: message, ...extra }
    return c.json(body, status)
  }
