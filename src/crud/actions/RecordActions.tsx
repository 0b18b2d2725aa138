import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { type RaRecord, useCanAccess } from 'ra-core'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { NamedAction } from '../../schema'
import { useDeclaration } from '../declaration'
import { useMayChange } from '../useMayChange'
import { ActionLabel } from './ActionLabel'
import { ActionsMenu } from './ActionsMenu'
import { useOfferedActions } from './useOfferedActions'
import { useStartAction } from './useStartAction'

const DeleteDialog = lazy(() => import('../form/DeleteDialog'))

interface RecordActionsProps {
  record: RaRecord
  /** In place of the offered ones. */
  offered?: readonly NamedAction[]
  buttons?: number
  hasPrimary?: boolean
  size?: 'small' | 'medium'
  onDeleted?: () => void
  children?: ReactNode
}

/** A record's actions for this person: the first harmless ones as buttons, the rest in a menu. */
export const RecordActions = ({
  record,
  offered: given,
  buttons = 0,
  hasPrimary = false,
  size = 'medium',
  onDeleted,
  children,
}: RecordActionsProps) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const declared = useOfferedActions(record).filter(({ action }) => action.button !== 'own')
  const offered = given ?? declared
  const { start, dialog } = useStartAction({ record })
  const { canAccess: mayCreate } = useCanAccess({ resource: resource.name, action: 'create' })
  const mayDelete = useMayChange('delete', record)
  const canDelete = onDeleted !== undefined && mayDelete && !resource.isKept?.(record)
  const [isDeleting, setDeleting] = useState(false)
  const canDuplicate = resource.duplicate !== undefined && mayCreate === true
  const asButtons = offered
    .filter(({ action, undoes }) => !undoes && !action.file && action.tone !== 'danger')
    .slice(0, buttons)
  const inMenu = offered.filter(named => !asButtons.includes(named))
  return (
    <>
      {asButtons.map((named, index) => (
        <Button
          key={named.name}
          size={size}
          variant={hasPrimary && index === 0 ? 'contained' : 'outlined'}
          onClick={() => start(named)}
        >
          <ActionLabel named={named} />
        </Button>
      ))}
      {(inMenu.length > 0 || canDuplicate || canDelete || children) && (
        <ActionsMenu record={record} actions={inMenu} canDuplicate={canDuplicate}>
          {children}
          {canDelete && (
            <MenuItem onClick={() => setDeleting(true)}>
              {text('crud.action.asks', { label: text('crud.delete') })}
            </MenuItem>
          )}
        </ActionsMenu>
      )}
      {dialog}
      {isDeleting && onDeleted && (
        <Suspense fallback={null}>
          <DeleteDialog record={record} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}

interface RowActionsProps {
  record: RaRecord
  canDuplicate: boolean
}

export const RowActions = memo(({ record, canDuplicate }: RowActionsProps) => {
  const offered = useOfferedActions(record).filter(({ action }) => action.button !== 'own')
  if (offered.length === 0 && !canDuplicate) return null
  return <ActionsMenu record={record} actions={offered} canDuplicate={canDuplicate} />
})
