import Check from '@mui/icons-material/Check'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { namedMenu } from '../../ui/namedMenu'
import { useDeclaration } from '../declaration'
import type { SavedView } from './context'
import { useSavedViewText } from './useSavedViewText'
import { useViewRights } from './useViewRights'
import { useViewWrites } from './useViewWrites'

interface ViewMenuProps {
  view: SavedView
  anchor: HTMLElement
  onEdit: () => void
  onDelete: () => void
  onClose: () => void
}

const ViewMenu = ({ view, anchor, onEdit, onDelete, onClose }: ViewMenuProps) => {
  const text = useSavedViewText()
  const { name } = useDeclaration()
  const { mayChange, mayMakeDefault } = useViewRights()
  const { update, chooseDefault, tell } = useViewWrites()
  const ticked = (isTicked: boolean, write: () => Promise<unknown>) => ({
    role: 'menuitemcheckbox',
    'aria-checked': isTicked,
    onClick: () => {
      onClose()
      write().catch(tell)
    },
  })
  const tick = (isTicked: boolean) => <ListItemIcon>{isTicked && <Check fontSize="small" />}</ListItemIcon>
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={namedMenu(text('crud.savedViews.menu', { name: view.name }))}
    >
      <MenuItem {...ticked(view.isOwnDefault, () => chooseDefault(name, view.isOwnDefault ? null : view.id))}>
        {tick(view.isOwnDefault)}
        {text('crud.savedViews.ownDefault')}
      </MenuItem>
      {mayMakeDefault && view.visibility === 'shared' && (
        <MenuItem {...ticked(view.isDefault, () => update(view, { isDefault: !view.isDefault }))}>
          {tick(view.isDefault)}
          {text('crud.savedViews.default')}
        </MenuItem>
      )}
      {mayChange(view) && (
        <MenuItem onClick={onEdit}>
          {tick(false)}
          {text('crud.savedViews.edit')}
        </MenuItem>
      )}
      {mayChange(view) && (
        <MenuItem onClick={onDelete}>
          {tick(false)}
          {text('crud.savedViews.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}

export default ViewMenu
