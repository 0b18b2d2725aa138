import type { AnyResource, Fields } from '../schema'
import type { FieldOwner } from './kinds/kindView'

/** The fields inside a field, with texts of their own: those of a resource's address are `resources.{resource}.address.fields.*`. */
export const structureOf = (
  owner: Pick<FieldOwner, 'name'>,
  name: string,
  fields: Fields,
  conditions: AnyResource['conditions'] = {},
): FieldOwner => ({
  name: `${owner.name}.${name}`,
  fields,
  conditions,
})

/** The parameters of one type of a typed field. */
export const typedStructure = (
  owner: Pick<FieldOwner, 'name'>,
  name: string,
  type: string,
  fields: Fields,
): FieldOwner => structureOf(owner, `${name}.${type}`, fields)
