import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { namedMenu } from '../../show'
import { useFirstItems, useVariants } from './useRequest'
import type { ViewState } from './viewState'

interface ItemMenuProps {
  name: string
  state: ViewState
  anchor: HTMLElement
  onChoose: (itemId: string, variantId: string | null) => void
  onClose: () => void
}

const ItemMenu = ({ name, state: { itemId, variantId }, anchor, onChoose, onClose }: ItemMenuProps) => {
  const { data = [] } = useFirstItems()
  const { variants, variant } = useVariants(itemId, variantId)
  const active = variants.filter(({ isActive }) => isActive)
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={namedMenu(name)}>
      {data
        .filter(({ status }) => status === 'active')
        .flatMap(item => [
          <MenuItem key={item.id} onClick={() => onChoose(item.id, null)}>
            {item.name}
          </MenuItem>,
          ...(item.id === itemId && active.length > 1 ? active : []).map(each => (
            <MenuItem
              key={each.id}
              selected={each.id === variant?.id}
              sx={{ pl: 4 }}
              onClick={() => onChoose(item.id, each.id)}
            >
              {each.name}
            </MenuItem>
          )),
        ])}
    </Menu>
  )
}

export default ItemMenu
