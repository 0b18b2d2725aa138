import type { HonoRequest } from 'hono'
import { unstorable } from '../../src/contract'
import { BodyRefusal, type RefusedBecause } from '../intake/bodyRefusal'
import { receiveBytes, receiveText } from '../intake/receiveBody'
import type { UploadRoom } from '../intake/uploadRoom'
import { busy, invalid, Problem } from './problem'

const maxDepth = 20

/**
 * Iterative, because a body may be nested as deeply as it is long.
 * @throws Problem `malformed` for a body nested more deeply than any of ours
 */
const unstorablePaths = (json: object): string[] => {
  const found: string[] = []
  const open: { value: unknown; path: readonly string[] }[] = [{ value: json, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (path.length > maxDepth) throw malformed('The body is nested too deeply.')
    if (typeof value === 'string' ? unstorable.test(value) : unstorable.test(path.at(-1) ?? ''))
      found.push(path.join('.'))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) open.push({ value: inner, path: [...path, key] })
  }
  return found
}

/** Bytes. */
const maxBody = 1024 * 1024

const malformed = (detail: string, cause?: unknown): Problem => new Problem('malformed', detail, { cause })

const refusals: Readonly<Record<RefusedBecause, (maxBytes: number) => Problem>> = {
  tooLarge: maxBytes => new Problem('too_large', `The body is larger than ${maxBytes} bytes.`),
  tooSlow: () => new Problem('too_slow', 'The body took too long to arrive.'),
  broken: () => malformed('The body ended before its time.'),
  busy,
}

const refused =
  (maxBytes: number) =>
  (error: unknown): never => {
    throw error instanceof BodyRefusal ? refusals[error.because](maxBytes) : error
  }

/**
 * Ignores the upload's declared type: only the bytes count.
 * @throws Problem `too_large`, `too_slow`, `unavailable` or `malformed`
 */
export const readUpload = (
  request: HonoRequest,
  limits: { maxBytes: number; room: UploadRoom; person: string },
): Promise<Uint8Array> => receiveBytes(request, limits).catch(refused(limits.maxBytes))

/**
 * An absent body counts as an empty object.
 * @throws Problem `too_large`, `too_slow`, `unavailable`, `unsupported_media_type`, `malformed` or `validation`
 */
export const readJsonObject = async (request: HonoRequest): Promise<Record<string, unknown>> => {
  const type = request.header('content-type') ?? ''
  const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
  const unsupported = () => new Problem('unsupported_media_type', 'Send the body as application/json.')
  if (type !== '' && !isJson) throw unsupported()
  const text = await receiveText(request, maxBody).catch(refused(maxBody))
  if (text === '') return {}
  if (!isJson) throw unsupported()
  const json = parseJson(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw malformed('The body must be a JSON object.')
  const paths = unstorablePaths(json)
  if (paths.length > 0) {
    throw invalid(Object.fromEntries(paths.map(path => [path, { key: 'validation.invalid', args: {} }])))
  }
  return json as Record<string, unknown>
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed('The body is not valid JSON.', error)
  }
}
