import MoreVert from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type RaRecord, useCanAccess } from 'ra-core'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { namedMenu } from '../../ui/namedMenu'
import { useDeclaration } from '../declaration'
import { useRecordName } from '../recordName'
import { useMayChange } from '../useMayChange'
import { ActionLabel } from './ActionLabel'
import { DuplicateItem } from './DuplicateItem'
import { useOfferedActions } from './useOfferedActions'
import { useStartAction } from './useStartAction'

const DeleteDialog = lazy(() => import('../form/DeleteDialog'))

interface RecordActionsProps {
  record: RaRecord
  /** Outside the menu. */
  buttons?: number
  hasPrimary?: boolean
  size?: 'small' | 'medium'
  /** With it, the menu can delete the record. */
  onDeleted?: () => void
  children?: ReactNode
}

/** The actions that a record offers to this person: the first harmless `buttons` as buttons, the rest in a menu. */
export const RecordActions = ({
  record,
  buttons = 0,
  hasPrimary = false,
  size = 'medium',
  onDeleted,
  children,
}: RecordActionsProps) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const offered = useOfferedActions(record).filter(({ action }) => action.button !== 'own')
  const recordName = useRecordName(resource, record)
  const { start, dialog } = useStartAction({ record })
  const { canAccess: mayCreate } = useCanAccess({ resource: resource.name, action: 'create' })
  const mayDelete = useMayChange('delete', record)
  const canDelete = onDeleted !== undefined && mayDelete && !resource.isKept?.(record)
  const [isDeleting, setDeleting] = useState(false)
  const canDuplicate = resource.duplicate !== undefined && mayCreate === true
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
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
        <>
          <IconButton
            aria-label={text('crud.action.of', { name: recordName })}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            aria-controls={anchor ? id : undefined}
            size="small"
            onClick={event => setAnchor(event.currentTarget)}
          >
            <MoreVert fontSize="small" />
          </IconButton>
          <Menu
            id={id}
            open={anchor !== null}
            anchorEl={anchor}
            onClose={() => setAnchor(null)}
            onClick={() => setAnchor(null)}
            slotProps={namedMenu(text('crud.action.of', { name: recordName }))}
          >
            {inMenu.map(named => (
              <MenuItem key={named.name} onClick={() => start(named)}>
                <ActionLabel named={named} />
              </MenuItem>
            ))}
            {canDuplicate && <DuplicateItem record={record} />}
            {children}
            {canDelete && (
              <MenuItem onClick={() => setDeleting(true)}>
                {text('crud.action.asks', { label: text('crud.delete') })}
              </MenuItem>
            )}
          </Menu>
        </>
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
