import { Link, useLocation } from 'react-router'
import { useText } from '../../i18n/useText'
import { useRole } from '../../layout/useRole'
import { isSamePath } from '../../routing/isUnder'
import { hasRole } from '../../schema'
import styles from './settings.module.css'

const tabs = [
  { to: '/settings/', key: 'settings.account' },
  { to: '/settings/tenant', key: 'settings.tenant' },
  { to: '/settings/members', key: 'settings.members' },
] as const

/** Owners have more to set than their own account. */
export const SettingsTabs = () => {
  const text = useText()
  const role = useRole()
  const { pathname } = useLocation()
  if (!hasRole(role, 'owner')) return null
  return (
    <nav aria-label={text('nav.settings')}>
      <ul className={styles.tabs}>
        {tabs.map(({ to, key }) => (
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
