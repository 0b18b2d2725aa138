import CheckBox from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslate } from 'ra-core'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { columnsOf } from './columnsOf'
import { useHiddenColumns } from './useShownColumns'

/** The columns to choose from, with a tick at those that are shown. */
const ColumnsMenu = ({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) => {
  const translate = useTranslate()
  const resource = useDeclaration()
  const [hidden, setHidden] = useHiddenColumns()
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {columnsOf(resource)
        .slice(1)
        .map(({ name }) => {
          const isShown = !hidden.includes(name)
          return (
            <MenuItem
              key={name}
              dense
              role="menuitemcheckbox"
              aria-checked={isShown}
              onClick={() => setHidden(isShown ? [...hidden, name] : hidden.filter(each => each !== name))}
            >
              <ListItemIcon>{isShown ? <CheckBox color="primary" /> : <CheckBoxOutlineBlank />}</ListItemIcon>
              {translate(resourceKeys(resource).field(name))}
            </MenuItem>
          )
        })}
    </Menu>
  )
}

export default ColumnsMenu
