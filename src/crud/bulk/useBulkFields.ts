import { usePermissions } from 'ra-core'
import { type AnyResource, fieldOf, formSections, hasRole, type Role } from '../../schema'
import { useDeclaration } from '../declaration'

const fieldsFor = (resource: AnyResource, role: Role | null): string[] =>
  formSections(resource)
    .flatMap(({ fields }) => fields)
    .filter(name => {
      const field = fieldOf(resource, name)
      // Unique values, and values that depend on another field, are changed record by record.
      const isOwn = field?.unique || field?.immutable || field?.kind === 'slug' || field?.kind === 'typed'
      return field && !isOwn && !(field.writeRole && !hasRole(role, field.writeRole))
    })

/** The fields that may be set to one value in many records at once. */
export const useBulkFields = (): string[] => {
  const { permissions = null } = usePermissions<Role | null>()
  return fieldsFor(useDeclaration(), permissions)
}
