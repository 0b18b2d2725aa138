import { useMe } from '../../authProvider/useMe'
import { useText } from '../../i18n/useText'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { ResourceLinks } from '../../layout/sidebars/ResourceLinks'
import { ReturnToApp } from '../../layout/sidebars/ReturnToApp'

export const SuperAdminSidebar = () => {
  const text = useText()
  const { data: me } = useMe()
  return (
    <>
      <ReturnToApp />
      {me?.userType === 'superuser' && (
        <NavGroup label={text('nav.superadmin')}>
          <ResourceLinks />
        </NavGroup>
      )}
    </>
  )
}
