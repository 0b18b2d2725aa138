import Logout from '@mui/icons-material/LogoutOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import { useSessionStore } from '../../authProvider/useSession'
import { useMachineText } from '../../i18n/useMachineText'
import { namedMenu } from '../../ui/namedMenu'

const UserMenuItems = ({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) => {
  const text = useMachineText()
  const session = useSessionStore()
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      sx={{ '& .MuiPaper-root': { minWidth: '14rem' } }}
      slotProps={namedMenu(text('nav.account'))}
    >
      <MenuItem component={Link} to="/settings/" onClick={onClose}>
        <ListItemIcon>
          <Settings fontSize="small" />
        </ListItemIcon>
        {text('user.settings')}
      </MenuItem>
      <MenuItem onClick={() => void session.signOut()}>
        <ListItemIcon>
          <Logout fontSize="small" />
        </ListItemIcon>
        {text('user.logOut')}
      </MenuItem>
    </Menu>
  )
}

export default UserMenuItems
