import type { ReactNode } from 'react'
import { Loading } from '../../crud/screen/Loading'
import { Screen } from '../../crud/screen/Screen'
import type { MessageKey } from '../../i18n/en'
import { useText } from '../../i18n/useText'
import { AccessDeniedView } from '../../layout/AccessDeniedView'
import { ChooseTenantView } from '../../layout/tenant/ChooseTenantView'
import { useRole } from '../../layout/useRole'
import { hasRole } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { SettingsTabs } from './SettingsTabs'

interface OwnerPageProps {
  title: MessageKey
  about: MessageKey
  /** Given the current tenant. */
  children: (tenantId: string) => ReactNode
}

/** The frame of settings that concern the current tenant, which are its owners' affair. */
export const OwnerPage = ({ title, about, children }: OwnerPageProps) => {
  const text = useText()
  const role = useRole()
  const { tenantId, tenantName, isLoading } = useTenant()
  if (isLoading) return <Loading>{text('tenant.loading')}</Loading>
  if (!tenantId) return <ChooseTenantView />
  if (!hasRole(role, 'owner')) return <AccessDeniedView />
  return (
    <Screen title={text(title)} subtitle={text(about, { tenant: tenantName(tenantId) })}>
      <SettingsTabs />
      {children(tenantId)}
    </Screen>
  )
}
