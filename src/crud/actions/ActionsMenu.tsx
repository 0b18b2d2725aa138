import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { RaRecord } from 'ra-core'
import { type ReactNode, startTransition, useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { NamedAction } from '../../schema'
import { namedMenu } from '../../ui/namedMenu'
import { useDeclaration } from '../declaration'
import { useRecordName } from '../recordName'
import { ActionLabel } from './ActionLabel'
import { DuplicateItem } from './DuplicateItem'
import { useStartAction } from './useStartAction'

interface ActionsMenuProps {
  record: RaRecord
  actions: readonly NamedAction[]
  canDuplicate: boolean
  children?: ReactNode
}

interface ItemsProps extends ActionsMenuProps {
  id: string
  label: string
  anchor: HTMLElement | null
  onClose: () => void
}

const Items = ({ record, actions, canDuplicate, children, id, label, anchor, onClose }: ItemsProps) => {
  const { start, dialog } = useStartAction({ record })
  return (
    <>
      <Menu
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        onClick={onClose}
        // For these keys MUI calls an item without a click that bubbles.
        onKeyDown={({ key }) => key === 'Enter' && onClose()}
        onKeyUp={({ key }) => key === ' ' && onClose()}
        slotProps={namedMenu(label)}
      >
        {actions.map(named => (
          <MenuItem key={named.name} onClick={() => start(named)}>
            <ActionLabel named={named} />
          </MenuItem>
        ))}
        {canDuplicate && <DuplicateItem record={record} />}
        {children}
      </Menu>
      {dialog}
    </>
  )
}

/** A list has many: makes its menu on the first click. */
export const ActionsMenu = (props: ActionsMenuProps) => {
  const name = useRecordName(useDeclaration(), props.record)
  const label = useMachineText()('crud.action.of', { name })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  // The pressed button answers first.
  const open = (button: HTMLElement) =>
    startTransition(() => {
      setAnchor(button)
      setOpened(true)
    })
  const close = () => startTransition(() => setAnchor(null))
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        size="small"
        onClick={event => open(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {wasOpened && <Items {...props} id={id} label={label} anchor={anchor} onClose={close} />}
    </>
  )
}
