import { type AnyResource, pathParamNames, screenPath } from '../../schema'
import { dialogParam, withParam } from '../addresses'
import { useDeclaration } from '../declaration'
import { useRegistry } from '../views'

/** A record's address on the parent's page, and the parent's field. */
export const useAddressBelow = () => {
  const { named } = useRegistry()
  const nested = named(useDeclaration().name)
  const [by = ''] = pathParamNames(nested.api)
  const parent = nested.fields[by].options.to() as AnyResource
  return {
    by,
    addressBelow: (parentId: unknown, view: 'create' | 'edit', id = 'true') =>
      screenPath(parent, 'edit', String(parentId)) + withParam('', dialogParam(nested, view), id),
  }
}
