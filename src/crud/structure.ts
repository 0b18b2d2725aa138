import type { AnyResource, Fields } from '../schema'
import type { FieldOwner } from './kinds/kindView'

/** Texts are at keys such as `resources.{resource}.address.fields.*`. */
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

export const typedStructure = (
  owner: Pick<FieldOwner, 'name'>,
  name: string,
  type: string,
  fields: Fields,
): FieldOwner => structureOf(owner, `${name}.${type}`, fields)
