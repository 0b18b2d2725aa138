import { InvalidValue, type QueryOf, type QueryParams } from '../../src/contract'
import { hasRole, type Message, type Role } from '../../src/schema'
import { invalid } from './problem'

/**
 * Reads the parameters that a route declares. An empty value counts as absent.
 * @throws Problem `validation`, naming each parameter that is wrong, that the route does not know or that the caller may not
 *   use
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
      return [name, param.read(values, role)]
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      errors[name] = error.problem
      return [name, undefined]
    }
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return Object.fromEntries(entries) as QueryOf<Q>
}
