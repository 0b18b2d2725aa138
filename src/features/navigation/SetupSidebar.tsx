import { AreaSidebar, NavGroup, NavLink, ResourceLinks, useIconOf, useText } from '../../show'
import { setupAreas } from '../setup/setupAreas'

const SetupSidebar = () => {
  const text = useText()
  const iconOf = useIconOf()
  return (
    <AreaSidebar tenant="below">
      <NavGroup label={text('nav.setup')}>
        {setupAreas.map(({ key, base, icon }) => (
          <NavLink key={key} to={`${base}/`} label={text(`setup.${key}.title`)} icon={iconOf(icon)} />
        ))}
        <ResourceLinks except={setupAreas.map(({ base }) => `${base}/`)} />
      </NavGroup>
    </AreaSidebar>
  )
}

export default SetupSidebar
