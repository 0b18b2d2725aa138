import { useMe } from '../../authProvider/useMe'
import { useMachineText } from '../../i18n/useMachineText'
import { AreaSidebar } from '../../layout/sidebars/AreaSidebar'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { ResourceLinks } from '../../layout/sidebars/ResourceLinks'

const SuperAdminSidebar = () => {
  const text = useMachineText()
  const { data: me } = useMe()
  return (
    <AreaSidebar tenant="none">
      {me?.userType === 'superuser' && (
        <NavGroup label={text('nav.superadmin')}>
          <ResourceLinks />
        </NavGroup>
      )}
    </AreaSidebar>
  )
}

export default SuperAdminSidebar
