import { useMe } from '../../authProvider/useMe'
import { useMachineText } from '../../i18n/useMachineText'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { ResourceLinks } from '../../layout/sidebars/ResourceLinks'
import { ReturnToApp } from '../../layout/sidebars/ReturnToApp'

const SuperAdminSidebar = () => {
  const text = useMachineText()
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

export default SuperAdminSidebar
