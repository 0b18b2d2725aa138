import { useCanAccess } from 'ra-core'
import { useActionsOn } from '../actions/useOfferedActions'
import { useDeclaration } from '../declaration'
import { useBulkFields } from './useBulkFields'

export interface BulkActions {
  canAct: boolean
  canEdit: boolean
  canDelete: boolean
  isAny: boolean
}

export const useBulkActions = (): BulkActions => {
  const resource = useDeclaration()
  const { canAccess: mayEdit } = useCanAccess({ resource: resource.name, action: 'edit' })
  const { canAccess: mayDelete } = useCanAccess({ resource: resource.name, action: 'delete' })
  const fields = useBulkFields()
  const isBulk = resource.bulk !== false
  const canAct = useActionsOn('many').length > 0
  const canEdit = Boolean(mayEdit) && isBulk && fields.length > 0
  const canDelete = Boolean(mayDelete) && isBulk
  return { canAct, canEdit, canDelete, isAny: canAct || canEdit || canDelete }
}
