import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMachineText } from '../../i18n/useMachineText'
import { namedMenu } from '../../ui/namedMenu'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'

interface AddFilterMenuProps {
  anchor: HTMLElement
  names: readonly string[]
  onAdd: (name: string) => void
  onClose: () => void
}

const AddFilterMenu = ({ anchor, names, onAdd, onClose }: AddFilterMenuProps) => {
  const text = useMachineText()
  const keys = resourceKeys(useDeclaration())
  const add = (name: string) => {
    onClose()
    onAdd(name)
  }
  return (
    // The added filter takes the focus.
    <Menu open anchorEl={anchor} onClose={onClose} disableRestoreFocus slotProps={namedMenu(text('crud.filter.add'))}>
      {names.map(name => (
        <MenuItem key={name} onClick={() => add(name)}>
          {text(keys.field(name))}
        </MenuItem>
      ))}
    </Menu>
  )
}

export default AddFilterMenu
