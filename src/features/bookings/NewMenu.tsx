import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link, useLocation } from 'react-router'
import { formatInstant, HOUR } from '../../declare'
import { blocks } from '../../resources/blocks'
import {
  instantOf,
  namedMenu,
  resourceKeys,
  serverNow,
  todayIn,
  useDisplay,
  useIconOf,
  useMachineText,
  withParam,
} from '../../show'

const path = '/availability'

const hourOf = (date: string, timeZone: string) => {
  const next = formatInstant(Math.ceil(serverNow() / HOUR) * HOUR)
  const startsAt = (date > todayIn(timeZone) && instantOf(date, '09:00', timeZone)) || next
  return { startsAt, endsAt: formatInstant(Date.parse(startsAt) + HOUR) }
}

interface NewMenuProps {
  name: string
  from: string
  anchor: HTMLElement
  onClose: () => void
}

const NewMenu = ({ name, from, anchor, onClose }: NewMenuProps) => {
  const text = useMachineText()
  const { timeZone } = useDisplay()
  const Icon = useIconOf()(blocks.icon)
  const { pathname, search } = useLocation()
  const to = { pathname: path, search: withParam(pathname === path ? search : '', 'create', 'true') }
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={namedMenu(name)}>
      <MenuItem
        component={Link}
        to={to}
        state={{ isOpenedHere: true, startingValues: hourOf(from, timeZone) }}
        onClick={onClose}
      >
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
        {text(resourceKeys(blocks).page('create'))}
      </MenuItem>
    </Menu>
  )
}

export default NewMenu
