import { useMe } from '../../authProvider/useMe'
import { useText } from '../../i18n/useText'
import { NavGroup } from './NavGroup'
import { ResourceLinks } from './ResourceLinks'
import { ReturnToApp } from './ReturnToApp'

export const SuperAdminSidebar = () => {
  const text = useText()
  const { data: me } = useMe()
  return (
    <>
      <ReturnToApp />
      {me?.userType === 'superuser' && (
        <NavGroup label={text('nav.superadmin')}>
          <ResourceLinks area="superadmin" />
        </NavGroup>
      )}
    </>
  )
}
