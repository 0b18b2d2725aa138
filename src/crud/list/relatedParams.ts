import { type AnyResource, fieldOf, parseSort } from '../../schema'
import { sortOf } from './sortOf'

/** The field of a list's manual order, if it has one: a writable number that the list is sorted by. */
export const orderField = (resource: AnyResource): string | null => {
  const { field: name } = parseSort(resource.list.sort)
  const field = fieldOf(resource, name)
  return field?.kind === 'integer' && field.writable ? name : null
}

/** A list in manual order is shown whole, since positions refer to all records. */
const longest = 100

/** The initial parameters of a related list. */
export const relatedParams = (resource: AnyResource) => ({
  perPage: orderField(resource) ? longest : 25,
  sort: sortOf(resource.list.sort),
})
