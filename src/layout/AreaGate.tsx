import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../authProvider/useMe'
import { useRegistry } from '../crud/views'
import { useMachineText } from '../i18n/useMachineText'
import { isUnder } from '../routing/isUnder'
import { useTenant } from '../tenant/TenantProvider'
import { Loading } from '../ui/screen/Loading'
import { AccessDeniedView } from './AccessDeniedView'
import { useArea } from './areas'
import { ErrorView } from './ErrorView'
import { SecondFactorView } from './SecondFactorView'
import { ChooseTenantView } from './tenant/ChooseTenantView'
import { NoTenantView } from './tenant/NoTenantView'
import { useMissingSecondFactor } from './useMissingSecondFactor'

const SuperuserGate = ({ children }: { children: ReactNode }) => {
  const text = useMachineText()
  const { data: me, isLoading, error, refetch } = useMe()
  if (isLoading) return <Loading>{text('loading', { title: text('nav.superadmin') })}</Loading>
  if (error && !me)
    return <ErrorView error={error} resetErrorBoundary={() => void refetch()} about={text('error.me')} />
  return me?.userType === 'superuser' ? children : <AccessDeniedView text={text('accessDenied.superadmin')} />
}

const TenantGate = ({ children }: { children: ReactNode }) => {
  const text = useMachineText()
  const { tenantId, tenants, isLoading, error } = useTenant()
  if (tenantId) return children
  if (isLoading) return <Loading>{text('tenant.loading')}</Loading>
  return tenants.length > 0 || error ? <ChooseTenantView /> : <NoTenantView />
}

export const AreaGate = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const { needs } = useArea()
  const { all } = useRegistry()
  const missing = useMissingSecondFactor()
  // Two-step sign-in is set up here.
  if (missing && !/^\/settings\/?$/.test(pathname)) return <SecondFactorView reason={missing} />
  if (needs === 'superuser') return <SuperuserGate>{children}</SuperuserGate>
  const isOfTenant = all.some(({ scope, screens }) => scope === 'tenant' && screens && isUnder(pathname, screens.base))
  return needs === 'session' && !isOfTenant ? children : <TenantGate>{children}</TenantGate>
}
