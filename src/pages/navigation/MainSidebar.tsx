import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import type { ReactNode } from 'react'
import { useMe } from '../../authProvider/useMe'
import { useMachineText } from '../../i18n/useMachineText'
import { useHasCards } from '../../layout/additions'
import { NavLink } from '../../layout/sidebars/NavLink'
import { ResourceLinks } from '../../layout/sidebars/ResourceLinks'
import { TenantButton } from '../../layout/sidebars/TenantButton'

/**
 * The sidebar of a product's screens.
 * @param children replaces the links to declared screens
 */
export const MainSidebar = ({ children }: { children?: ReactNode }) => {
  const text = useMachineText()
  const { data: me, isUnknown } = useMe()
  const hasCards = useHasCards()
  // The role's links would push the others down.
  if (!me && !isUnknown) return <TenantButton />
  return (
    <>
      <TenantButton />
      {children ?? (
        <ul>
          {hasCards && <NavLink to="/" label={text('nav.overview')} icon={Home} />}
          <ResourceLinks />
        </ul>
      )}
      <ul>
        <NavLink to="/settings/" label={text('nav.settings')} icon={Settings} />
        {me?.userType === 'superuser' && (
          <NavLink to="/superadmin/" label={text('nav.superadmin')} icon={AdminPanelSettings} />
        )}
      </ul>
    </>
  )
}
