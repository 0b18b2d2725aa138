import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { namedMenu } from '../../show'
import { useFirstItems } from './useRequest'

interface ItemMenuProps {
  name: string
  anchor: HTMLElement
  onChoose: (itemId: string) => void
  onClose: () => void
}

/** More of them are under the filters. */
const ItemMenu = ({ name, anchor, onChoose, onClose }: ItemMenuProps) => {
  const { data = [] } = useFirstItems()
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={namedMenu(name)}>
      {data
        .filter(({ status }) => status === 'active')
        .map(item => (
          <MenuItem key={item.id} onClick={() => onChoose(item.id)}>
            {item.name}
          </MenuItem>
        ))}
    </Menu>
  )
}

export default ItemMenu
