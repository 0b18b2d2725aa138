import MoreVert from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { RaRecord } from 'ra-core'
import { useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { useRecordName } from '../recordName'
import { ActionLabel } from './ActionLabel'
import { type NamedAction, useOfferedActions } from './useOfferedActions'
import { useStartAction } from './useStartAction'

interface RecordActionsProps {
  record: RaRecord
  /** How many actions are buttons of their own; the rest go into a menu. */
  buttons?: number
}

const dangerous = ({ action: { tone } }: NamedAction) => tone === 'danger'

/** The actions that a record offers now: buttons, and a menu of the rest. Renders nothing if there are none. */
export const RecordActions = ({ record, buttons = 0 }: RecordActionsProps) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const offered = useOfferedActions(record)
  const recordName = useRecordName(resource, record)
  const { start, dialog } = useStartAction({ record })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const inMenu = offered.slice(buttons)
  const choose = (action: NamedAction) => {
    setAnchor(null)
    start(action)
  }
  return (
    <>
      {offered.slice(0, buttons).map(named => (
        <Button
          key={named.name}
          variant="outlined"
          color={dangerous(named) ? 'error' : 'primary'}
          onClick={() => start(named)}
        >
          <ActionLabel named={named} />
        </Button>
      ))}
      {inMenu.length > 0 && (
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
          <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
            {inMenu.map(named => (
              <MenuItem key={named.name} onClick={() => choose(named)}>
                <ActionLabel named={named} />
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {dialog}
    </>
  )
}
