import { useText } from '../../i18n/useText'
import { useIconOf } from '../../layout/icons'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { NavLink } from '../../layout/sidebars/NavLink'
import { ResourceLinks } from '../../layout/sidebars/ResourceLinks'
import { ReturnToApp } from '../../layout/sidebars/ReturnToApp'
import { TenantButton } from '../../layout/sidebars/TenantButton'
import { setupAreas } from '../setup/setupAreas'

export const SetupSidebar = () => {
  const text = useText()
  const iconOf = useIconOf()
  return (
    <>
      <ReturnToApp />
      <TenantButton />
      <NavGroup label={text('nav.setup')}>
        {setupAreas.map(({ key, base, icon }) => (
          <NavLink key={key} to={`${base}/`} label={text(`setup.${key}.title`)} icon={iconOf(icon)} />
        ))}
        <ResourceLinks except={setupAreas.map(({ base }) => `${base}/`)} />
      </NavGroup>
    </>
  )
}
