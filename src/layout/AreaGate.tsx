import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../authProvider/useMe'
import { Loading } from '../crud/screen/Loading'
import { useText } from '../i18n/useText'
import { useTenant } from '../tenant/TenantProvider'
import { AccessDeniedView } from './AccessDeniedView'
import { sidebarFor } from './sidebars/sidebarFor'
import { ChooseTenantView } from './tenant/ChooseTenantView'
import { NoTenantView } from './tenant/NoTenantView'

const SuperuserGate = ({ children }: { children: ReactNode }) => {
  const text = useText()
  const { data: me, isLoading, error } = useMe()
  if (isLoading) return <Loading>{text('loading', { title: text('nav.superadmin') })}</Loading>
  if (error) throw error
  return me?.userType === 'superuser' ? children : <AccessDeniedView text={text('accessDenied.superadmin')} />
}

const TenantGate = ({ children }: { children: ReactNode }) => {
  const text = useText()
  const { tenantId, tenants, isLoading, error } = useTenant()
  if (tenantId) return children
  if (isLoading) return <Loading>{text('tenant.loading')}</Loading>
  return tenants.length > 0 || error ? <ChooseTenantView /> : <NoTenantView />
}

/** Lets a person into an area: Super Admin is for superusers, settings for everybody, the rest needs a current tenant. */
export const AreaGate = ({ children }: { children: ReactNode }) => {
  const area = sidebarFor(useLocation().pathname)
  if (area === 'superadmin') return <SuperuserGate>{children}</SuperuserGate>
  return area === 'settings' ? children : <TenantGate>{children}</TenantGate>
}
