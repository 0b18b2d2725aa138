import { useText } from '../../i18n/useText'
import { setupAreas } from '../../routing/setupAreas'
import { resourceIcons } from '../resourceIcons'
import { NavGroup } from './NavGroup'
import { NavLink } from './NavLink'
import { ResourceLinks } from './ResourceLinks'
import { ReturnToApp } from './ReturnToApp'
import { TenantButton } from './TenantButton'

export const SetupSidebar = () => {
  const text = useText()
  return (
    <>
      <ReturnToApp />
      <TenantButton />
      <NavGroup label={text('nav.setup')}>
        {setupAreas.map(({ key, base, icon }) => (
          <NavLink key={key} to={`${base}/`} label={text(`setup.${key}.title`)} icon={resourceIcons[icon]} />
        ))}
        <ResourceLinks area="setup" />
      </NavGroup>
    </>
  )
}
