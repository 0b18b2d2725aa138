import { useMachineText } from '../../i18n/useMachineText'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { ResourceLinks } from '../../layout/sidebars/ResourceLinks'
import { ReturnToApp } from '../../layout/sidebars/ReturnToApp'
import { TenantButton } from '../../layout/sidebars/TenantButton'

export const SettingsSidebar = () => {
  const text = useMachineText()
  return (
    <>
      <TenantButton />
      <ReturnToApp />
      <NavGroup label={text('nav.account')}>
        <ResourceLinks />
      </NavGroup>
    </>
  )
}
