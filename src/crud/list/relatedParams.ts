import { type AnyResource, fieldOf, parseSort } from '../../schema'
import { sortOf } from './sortOf'

/** The field in which a list keeps an order that people choose, when it has one: a number that it is sorted by and that they may write. */
export const orderField = (resource: AnyResource): string | null => {
  const { field: name } = parseSort(resource.list.sort)
  const field = fieldOf(resource, name)
  return field?.kind === 'integer' && field.writable ? name : null
}

/** Of a list in an order of its own everything is shown, since places are among all. */
const longest = 100

/** What a related list asks for first. */
export const relatedParams = (resource: AnyResource) => ({
  perPage: orderField(resource) ? longest : 25,
  sort: sortOf(resource.list.sort),
})
