import { lazy, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isSecondStepDone } from '../authProvider/secondStep'
import { useMe } from '../authProvider/useMe'
import { useSession } from '../authProvider/useSession'
import { config } from '../config'
import { useRegistry } from '../crud/views'
import { useMachineText } from '../i18n/useMachineText'
import { isUnder } from '../routing/isUnder'
import { hasRole } from '../schema'
import { useTenant } from '../tenant/TenantProvider'
import { Loading } from '../ui/screen/Loading'
import { AccessDeniedView } from './AccessDeniedView'
import { useArea } from './areas'
import { ErrorView } from './ErrorView'
import { ChooseTenant } from './tenant/ChooseTenant'
import { useRole } from './useRole'

const NoTenantView = lazy(() => import('./tenant/NoTenantView'))
const SecondFactorView = lazy(() => import('./SecondFactorView'))

/** Whoever needs a second step. The API has the same rules. */
const useMissingSecondFactor = (): 'superuser' | 'tenant' | null => {
  const { session } = useSession()
  const { data: me } = useMe()
  const { tenant } = useTenant()
  const role = useRole()
  if (isSecondStepDone(session)) return null
  if (me?.userType === 'superuser' && config.superusersNeedSecondFactor) return 'superuser'
  return tenant?.requireSecondFactor && role && hasRole(role, 'admin') ? 'tenant' : null
}

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
  return tenants.length > 0 || error ? <ChooseTenant /> : <NoTenantView />
}

export const AreaGate = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const { needs } = useArea()
  const { screened } = useRegistry()
  const missing = useMissingSecondFactor()
  // The settings set it up.
  if (missing && !/^\/settings\/?$/.test(pathname)) return <SecondFactorView of={missing} />
  if (needs === 'superuser') return <SuperuserGate>{children}</SuperuserGate>
  const isOfTenant = screened.some(({ scope, screens }) => scope === 'tenant' && isUnder(pathname, screens.base))
  return needs === 'session' && !isOfTenant ? children : <TenantGate>{children}</TenantGate>
}
