import { usePermissions } from 'ra-core'
import { type AnyResource, fieldOf, formSections, hasRole, type Role } from '../../schema'
import { useDeclaration } from '../declaration'

const fieldsFor = (resource: AnyResource, role: Role | null): string[] =>
  formSections(resource)
    .flatMap(({ fields }) => fields)
    .filter(name => {
      const field = fieldOf(resource, name)
      const isOwn = field?.unique || field?.immutable || field?.kind === 'slug' || field?.kind === 'typed'
      return field && !isOwn && !(field.writeRole && !hasRole(role, field.writeRole))
    })

export const useBulkFields = (): string[] => {
  const { permissions = null } = usePermissions<Role | null>()
  return fieldsFor(useDeclaration(), permissions)
}
