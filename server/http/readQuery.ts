import {
  InvalidValue,
  type Moment,
  millisOf,
  type QueryOf,
  type QueryParam,
  type QueryParams,
} from '../../src/contract'
import { hasRole, type Message, type Role } from '../../src/schema'
import { invalid, invalidField } from './problem'

/** One value of a list may hold several between commas. */
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
 * @throws Problem `validation`, naming each parameter that is wrong, unknown, or not for the caller's role
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

/** Calendars compute no other years, and there one day does not matter. */
const isComputed = (date: string): boolean => date >= '1970' && date < '2200'

/**
 * The range may be empty.
 * @param timeZone the zone in which bare dates begin
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
