import type { ReactNode } from 'react'
import { Loading } from '../../crud/screen/Loading'
import { Screen } from '../../crud/screen/Screen'
import type { MessageKey } from '../../i18n/en'
import { useText } from '../../i18n/useText'
import { AccessDeniedView } from '../../layout/AccessDeniedView'
import { ChooseTenantView } from '../../layout/tenant/ChooseTenantView'
import { useRole } from '../../layout/useRole'
import { hasRole, type Role } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { SettingsTabs } from './SettingsTabs'

interface TenantScreenProps {
  title: MessageKey
  about: MessageKey
  /** Who may see it. */
  needs: Role
  actions?: ReactNode
  /** Given the current tenant. */
  children: (tenantId: string) => ReactNode
}

/** The frame of settings that concern the current tenant, for those whose affair they are. */
export const TenantScreen = ({ title, about, needs, actions, children }: TenantScreenProps) => {
  const text = useText()
  const role = useRole()
  const { tenantId, tenantName, isLoading } = useTenant()
  if (isLoading) return <Loading>{text('tenant.loading')}</Loading>
  if (!tenantId) return <ChooseTenantView />
  if (!hasRole(role, needs)) return <AccessDeniedView />
  return (
    <Screen title={text(title)} subtitle={text(about, { tenant: tenantName(tenantId) })} actions={actions}>
      <SettingsTabs />
      {children(tenantId)}
    </Screen>
  )
}
