import { type AnyResource, fieldOf, parseSort } from '../../schema'
import { sortOf } from './sortOf'
import { openingParams } from './tabs'

export const orderField = (resource: AnyResource): string | null => {
  const { field: name } = parseSort(resource.list.sort)
  const field = fieldOf(resource, name)
  return field?.kind === 'integer' && field.writable ? name : null
}

/** Positions span all records, so an ordered list has one page. */
const longest = 100

export const relatedParams = (resource: AnyResource): ReturnType<typeof openingParams> =>
  orderField(resource) ? { perPage: longest, sort: sortOf(resource.list.sort) } : openingParams(resource)
