import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { config } from '../../config'
import { useResourceLinks } from '../../layout/sidebars/useResourceLinks'
import { useRole } from '../../layout/useRole'
import { isSamePath } from '../../routing/isUnder'
import { hasRole } from '../../schema'
import sideways from '../../ui/sideways.module.css'
import styles from './settings.module.css'
import { useText } from './useText'

/** Links between the settings: one's own account, the declared ones of the tenant, its members and its log. */
const SettingsTabs = () => {
  const text = useText()
  const role = useRole()
  const declared = useResourceLinks()
  const { pathname } = useLocation()
  const tabs = [
    { to: '/settings/', label: text('settings.account') },
    ...declared,
    ...(hasRole(role, config.canInvite ? 'admin' : 'owner')
      ? [{ to: '/settings/members', label: text('settings.members') }]
      : []),
    ...(hasRole(role, 'admin') ? [{ to: '/settings/audit-log', label: text('auditLog.title') }] : []),
  ]
  const list = useRef<HTMLUListElement>(null)
  // Where the tabs scroll, the current one is in sight.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!list.current || !current) return
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  })
  if (tabs.length < 2) return null
  return (
    <nav aria-label={text('nav.settings')}>
      <ul ref={list} className={`${styles.tabs} ${sideways.sideways}`}>
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={styles.tab} aria-current={isSamePath(pathname, to) ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export default SettingsTabs
