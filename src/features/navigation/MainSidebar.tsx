import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import { MainSidebar as MachineSidebar, NavGroup, NavLink, ResourceLinks, useText } from '../../show'

export const MainSidebar = () => {
  const text = useText()
  return (
    <MachineSidebar>
      <NavGroup label={text('nav.dashboard')}>
        <NavLink to="/" label={text('nav.home')} icon={Home} />
        <NavLink to="/availability" label={text('nav.availability')} icon={EventAvailable} />
        <ResourceLinks />
        <NavLink to="/setup/" label={text('nav.setup')} icon={Tune} />
      </NavGroup>
    </MachineSidebar>
  )
}
