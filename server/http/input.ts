import type { HonoRequest } from 'hono'
import {
  InvalidValue,
  isUuid,
  type Moment,
  millisOf,
  type QueryOf,
  type QueryParam,
  type QueryParams,
  unstorable,
} from '../../src/contract'
import { hasRole, type Message, type Role } from '../../src/schema'
import { BodyRefusal, type RefusedBecause } from '../intake/bodyRefusal'
import { receiveBytes, receiveText } from '../intake/receiveBody'
import type { UploadRoom } from '../intake/uploadRoom'
import { busy, invalid, invalidField, notFound, Problem } from './problem'
import type { Route } from './route'

type Params = Readonly<Record<string, string>>

export const paramsReader = (path: string) => {
  const endings = Array.from(
    path.matchAll(/\{(\w+)\}(\.\w+)/g),
    ([, name = '', ending = '']) => [name, ending] as const,
  )
  return (found: Params): Params => {
    if (endings.length === 0) return found
    const bare = endings.map(([name, ending]) => [name, found[name]?.slice(0, -ending.length) ?? ''])
    return { ...found, ...Object.fromEntries(bare) }
  }
}

export const checkParams = (route: Route, params: Params): void => {
  for (const [name, value] of Object.entries(params)) {
    const isName = route.params?.[name]
    // The database cannot store such a name.
    if (isName && (unstorable.test(value) || !isName(value))) throw notFound()
    if (!isName && !isUuid(value))
      throw new Problem('not_found', `There is no such address: "${value.slice(0, 60)}" is not an id.`)
  }
}

const maxDepth = 20

/**
 * Not recursive, since a body may nest as deeply as it is long.
 * @throws Problem `malformed` for a body nested too deeply
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
 * Ignores the declared type.
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
export const readJsonObject = async (
  request: HonoRequest,
  receive: () => Promise<string> = () => receiveText(request, maxBody).catch(refused(maxBody)),
): Promise<Record<string, unknown>> => {
  const type = request.header('content-type') ?? ''
  const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
  const unsupported = () => new Problem('unsupported_media_type', 'Send the body as application/json.')
  if (type !== '' && !isJson) throw unsupported()
  const text = await receive()
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

const readValues = ({ schema, read }: QueryParam<unknown>, values: readonly string[], role: Role | null): unknown => {
  try {
    return read(values, role)
  } catch (error) {
    const isList = schema.type === 'array' && values.some(value => value.includes(','))
    if (!(error instanceof InvalidValue) || !isList) throw error
    return read(
      values.flatMap(value => value.split(',')).filter(value => value !== ''),
      role,
    )
  }
}

/**
 * An empty value counts as absent.
 * @throws Problem `validation` naming each parameter that is wrong, unknown, or beyond the caller's role
 */
export const readQuery = <Q extends QueryParams>(params: Q, query: URLSearchParams, role: Role | null): QueryOf<Q> => {
  const errors: Record<string, Message> = {}
  for (const name of new Set(query.keys())) {
    if (!Object.hasOwn(params, name)) errors[name] = { key: 'validation.unknownParameter', args: {} }
  }
  const entries = Object.entries(params).map(([name, param]) => {
    if (param.role && query.has(name) && !hasRole(role, param.role)) {
      errors[name] = { key: 'validation.unknownParameter', args: {} }
      return [name, param.absent]
    }
    const values = query.getAll(name).filter(value => value !== '')
    if (values.length === 0) {
      if (param.isRequired) errors[name] = { key: 'validation.required', args: {} }
      return [name, param.absent]
    }
    try {
      return [name, readValues(param, values, role)]
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      errors[name] = error.problem
      return [name, undefined]
    }
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return Object.fromEntries(entries) as QueryOf<Q>
}

const momentOf = (value: unknown): Moment | null => {
  const [text] = Array.isArray(value) ? value : [value]
  if (typeof text === 'string') return text.includes('T') ? { instant: Date.parse(text) } : { date: text }
  return typeof value === 'object' && value !== null && ('instant' in value || 'date' in value)
    ? (value as Moment)
    : null
}

/** Elsewhere, a day more or less does not matter, so zones are not computed. */
const isComputed = (date: string): boolean => date >= '1970' && date < '2200'

/**
 * Refuses a range that ends before it starts; an empty one is fine.
 * @param timeZone of bare dates
 * @throws Problem `validation`
 */
export const requireOrder = ({ from, to }: Readonly<Record<string, unknown>>, timeZone: string): void => {
  const bounds = [momentOf(from), momentOf(to)]
  const [start, end] = bounds.map(bound => {
    if (!bound) return null
    return 'date' in bound && !isComputed(bound.date) ? Date.parse(bound.date) : millisOf(bound, timeZone)
  })
  if (typeof start === 'number' && typeof end === 'number' && end < start)
    throw invalidField('to', 'validation.endsBeforeStart')
}

export const bothOrErrors = async <A, B>(
  first: () => A | Promise<A>,
  second: () => B | Promise<B>,
): Promise<readonly [A, B]> => {
  const tries = await Promise.allSettled([(async () => first())(), (async () => second())()])
  const refused = tries.flatMap(tried => (tried.status === 'rejected' ? [tried.reason] : []))
  const other = refused.find(error => !(error instanceof Problem && error.options.errors))
  if (other) throw other
  if (refused.length > 1) throw invalid(Object.assign({}, ...refused.map((error: Problem) => error.options.errors)))
  const [a, b] = tries
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}
