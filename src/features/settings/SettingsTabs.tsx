import { Link, useLocation } from 'react-router'
import { config } from '../../config'
import type { MessageKey } from '../../i18n/text'
import { useRole } from '../../layout/useRole'
import { isSamePath } from '../../routing/isUnder'
import { hasRole, type Role } from '../../schema'
import styles from './settings.module.css'
import { useText } from './useText'

const tabs: readonly { to: string; key: MessageKey; needs: Role }[] = [
  { to: '/settings/', key: 'settings.account', needs: 'viewer' },
  { to: '/settings/tenant', key: 'settings.tenant', needs: 'owner' },
  { to: '/settings/members', key: 'settings.members', needs: config.canInvite ? 'admin' : 'owner' },
  { to: '/settings/audit-log', key: 'auditLog.title', needs: 'admin' },
]

/** Owners and admins can set more than their own account. */
export const SettingsTabs = () => {
  const text = useText()
  const role = useRole()
  const { pathname } = useLocation()
  const shown = tabs.filter(({ needs }) => hasRole(role, needs))
  if (shown.length < 2) return null
  return (
    <nav aria-label={text('nav.settings')}>
      <ul className={styles.tabs}>
        {shown.map(({ to, key }) => (
          <li key={to}>
            <Link to={to} className={styles.tab} aria-current={isSamePath(pathname, to) ? 'page' : undefined}>
              {text(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
