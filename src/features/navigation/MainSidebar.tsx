import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import { NavGroup, NavLink, ResourceLinks, TenantButton, useMe, useText } from '../../show'

export const MainSidebar = () => {
  const text = useText()
  const { data: me } = useMe()
  return (
    <>
      <TenantButton />
      <NavGroup label={text('nav.dashboard')}>
        <NavLink to="/" label={text('nav.home')} icon={Home} />
        <NavLink to="/availability" label={text('nav.availability')} icon={EventAvailable} />
        <ResourceLinks />
        <NavLink to="/setup/" label={text('nav.setup')} icon={Tune} />
      </NavGroup>
      <ul>
        <NavLink to="/settings/" label={text('nav.settings')} icon={Settings} />
        {me?.userType === 'superuser' && (
          <NavLink to="/superadmin/" label={text('nav.superadmin')} icon={AdminPanelSettings} />
        )}
      </ul>
    </>
  )
}
