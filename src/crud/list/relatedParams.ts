import { type AnyResource, fieldOf, parseSort } from '../../schema'
import { sortOf } from './sortOf'

/** The writable number that a list is sorted by, which is its manual order. */
export const orderField = (resource: AnyResource): string | null => {
  const { field: name } = parseSort(resource.list.sort)
  const field = fieldOf(resource, name)
  return field?.kind === 'integer' && field.writable ? name : null
}

/** Positions refer to all records, so a list in manual order has one page. */
const longest = 100

export const relatedParams = (resource: AnyResource) => ({
  perPage: orderField(resource) ? longest : 25,
  sort: sortOf(resource.list.sort),
})
