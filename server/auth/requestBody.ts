import type { Context } from 'hono'
import * as z from 'zod'
import { unstorable } from '../../src/contract'
import { BodyRefusal, type RefusedBecause } from '../intake/bodyRefusal'
import { receiveText } from '../intake/receiveBody'
import { AuthError, validationFailed } from './authError'
import { busy } from './intake'

const maxDepth = 20

/** Not recursive, since a body may nest as deeply as it is long. */
const refuseUnstorable = (json: unknown): void => {
  const open = [{ value: json, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && unstorable.test(value)) {
      throw validationFailed('Texts must be valid Unicode without NUL characters')
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth > maxDepth) throw validationFailed('The body is nested too deeply')
    for (const inner of Array.isArray(value) ? value : Object.entries(value).flat()) {
      open.push({ value: inner, depth: depth + 1 })
    }
  }
}

const maxBody = 64 * 1024

const badJson = () => new AuthError(400, 'bad_json', 'Could not parse request body as JSON')

const refusals: Readonly<Record<RefusedBecause, () => AuthError>> = {
  tooLarge: () => new AuthError(413, 'validation_failed', 'The body is too large'),
  tooSlow: () => new AuthError(408, 'request_timeout', 'The body took too long to arrive'),
  broken: badJson,
  busy,
}

const parseJson = (received: string): unknown => {
  try {
    return JSON.parse(received)
  } catch {
    throw badJson()
  }
}

export const readBody = async <S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> => {
  const received = await receiveText(c.req, maxBody).catch(error => {
    throw error instanceof BodyRefusal ? refusals[error.because]() : error
  })
  const json = parseJson(received)
  refuseUnstorable(json)
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw validationFailed(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`)
}

export const text = z.string().max(4096)

export const userMetadata = z.record(z.string(), z.unknown())

const emailAddress = z
  .email()
  .max(254)
  .transform(value => value.toLowerCase())

export const parseEmail = (value: string): string => {
  const result = emailAddress.safeParse(value.trim())
  if (!result.success) throw validationFailed('Unable to validate email address: invalid format')
  return result.data
}

export const pkceFields = { code_challenge: text.nullish(), code_challenge_method: text.nullish() }

/** RFC 7636. */
export const parseChallenge = ({
  code_challenge: challenge,
  code_challenge_method: method,
}: z.output<z.ZodObject<typeof pkceFields>>): string | null => {
  if (!challenge && !method) return null
  if (!challenge || !method) throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (method.toLowerCase() !== 's256') throw validationFailed('The code_challenge_method must be s256')
  if (!/^[\w-]{43}$/.test(challenge)) throw validationFailed('The code_challenge must be a SHA-256 hash in base64url')
  return challenge
}
