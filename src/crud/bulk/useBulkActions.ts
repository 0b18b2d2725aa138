import { useCanAccess } from 'ra-core'
import { fieldOf } from '../../schema'
import { useDeclaration } from '../declaration'

export interface BulkActions {
  canActivate: boolean
  canDelete: boolean
  isAny: boolean
}

/** What this person may do with several records at once. */
export const useBulkActions = (): BulkActions => {
  const resource = useDeclaration()
  const { canAccess: canEdit } = useCanAccess({ resource: resource.name, action: 'edit' })
  const { canAccess: mayDelete } = useCanAccess({ resource: resource.name, action: 'delete' })
  const active = fieldOf(resource, 'isActive')
  const canActivate = Boolean(canEdit && active?.kind === 'flag' && active.writable) && resource.bulk !== false
  const canDelete = Boolean(mayDelete) && resource.bulk !== false
  return { canActivate, canDelete, isAny: canActivate || canDelete }
}
