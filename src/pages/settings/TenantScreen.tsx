import type { ReactNode } from 'react'
import { AccessDeniedView } from '../../layout/AccessDeniedView'
import { ChooseTenant } from '../../layout/tenant/ChooseTenant'
import { useRole } from '../../layout/useRole'
import { hasRole, type Role } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { Loading } from '../../ui/screen/Loading'
import { Screen } from '../../ui/screen/Screen'
import { useText } from './useText'

interface TenantScreenProps {
  title: 'settings.members' | 'auditLog.title' | 'archive.title'
  about: 'settings.membersText' | 'auditLog.text' | 'archive.text'
  needs: Role
  actions?: ReactNode
  children: (tenantId: string) => ReactNode
}

export const TenantScreen = ({ title, about, needs, actions, children }: TenantScreenProps) => {
  const text = useText()
  const role = useRole()
  const { tenantId, tenantName, isLoading } = useTenant()
  if (isLoading) return <Loading>{text('tenant.loading')}</Loading>
  if (!tenantId) return <ChooseTenant />
  if (!hasRole(role, needs)) return <AccessDeniedView />
  return (
    <Screen title={text(title)} subtitle={text(about, { tenant: tenantName(tenantId) })} actions={actions}>
      {children(tenantId)}
    </Screen>
  )
}
