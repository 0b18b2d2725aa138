import UnfoldMore from '@mui/icons-material/UnfoldMoreOutlined'
import { useMachineText } from '../../i18n/useMachineText'
import { useTenant } from '../../tenant/TenantProvider'
import { useSidebar } from '../SidebarProvider'
import { TenantSign } from '../tenant/TenantSign'
import { useOpenTenantSwitcher } from '../tenant/TenantSwitcherProvider'
import styles from './sidebar.module.css'

/** Opens the choice of tenants. */
export const TenantButton = () => {
  const text = useMachineText()
  const { isCollapsed } = useSidebar()
  const { mode, tenantId, tenant, tenants, isLoading, error, tenantName } = useTenant()
  const open = useOpenTenantSwitcher()

  const label = () => {
    if (tenantId && (tenants.length > 0 || !isLoading)) return tenantName(tenantId)
    if (isLoading) return text('tenant.loading')
    // The person may not enter the host's tenant.
    if (mode === 'subdomain') return tenantName(null)
    return error ? text('tenant.error') : text('tenant.select')
  }
  const name = label()
  return (
    <button
      type="button"
      className={`${styles.item} ${styles.tenant}`}
      aria-haspopup="dialog"
      data-tip={isCollapsed ? name : undefined}
      onClick={open}
    >
      <TenantSign tenant={tenant} name={tenantId ? name : '?'} className={styles.tenantSign} />
      <span className={`${styles.label} ${styles.tenantName}`}>{name}</span>
      <UnfoldMore fontSize="small" className={styles.more} />
    </button>
  )
}
