import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { config } from '../../config'
import { useResourceLinks } from '../../layout/sidebars/useResourceLinks'
import { useRole } from '../../layout/useRole'
import { isSamePath, isUnder } from '../../routing/isUnder'
import { hasRole } from '../../schema'
import sideways from '../../ui/sideways.module.css'
import styles from './settings.module.css'
import { inGroups, type SettingsGroup, settingsGroups } from './settingsGroups'
import { useText } from './useText'

/** `page` for the shown page, `true` for its ancestor, as in `aria-current`. */
type Current = 'page' | 'true' | undefined

interface RowProps {
  links: readonly { to: string; label: string; current: Current }[]
  label?: string
  isInner?: boolean
}

const Row = ({ links, label, isInner = false }: RowProps) => {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !current) return
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  })
  return (
    <ul ref={list} aria-label={label} className={`${isInner ? styles.pages : styles.tabs} ${sideways.sideways}`}>
      {links.map(({ to, label: name, current }) => (
        <li key={to}>
          <Link to={to} className={isInner ? styles.page : styles.tab} aria-current={current}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The tabs above the settings, with the pages that this person may see; `groups` orders them. */
const SettingsTabs = ({ groups: given = settingsGroups }: { groups?: readonly SettingsGroup[] }) => {
  const text = useText()
  const role = useRole()
  const declared = useResourceLinks()
  const { pathname } = useLocation()
  const groups = inGroups(given, [
    { to: '/settings/', label: text('settings.group.account') },
    ...declared,
    ...(hasRole(role, config.canInvite ? 'admin' : 'owner')
      ? [{ to: '/settings/members', label: text('settings.members') }]
      : []),
    ...(hasRole(role, 'admin') ? [{ to: '/settings/audit-log', label: text('auditLog.title') }] : []),
  ])
  if (groups.length < 2) return null
  // The account's path prefixes all others, so only an exact match counts.
  const isCurrent = (to: string) => (isSamePath(to, '/settings/') ? isSamePath(pathname, to) : isUnder(pathname, to))
  const shown = groups.find(({ pages }) => pages.some(({ to }) => isCurrent(to)))
  const currentOf = (to: string): Current => (isSamePath(pathname, to) ? 'page' : isCurrent(to) ? 'true' : undefined)
  return (
    <nav className={styles.nav} aria-label={text('nav.settings')}>
      <Row
        links={groups.map(({ key, pages: [first, ...others] }) => ({
          to: first?.to ?? '',
          label: text(`settings.group.${key}`, { _: key }),
          current: key !== shown?.key ? undefined : others.length > 0 ? 'true' : currentOf(first?.to ?? ''),
        }))}
      />
      {shown && shown.pages.length > 1 && (
        <Row
          isInner
          label={text(`settings.group.${shown.key}`, { _: shown.key })}
          links={shown.pages.map(page => ({ ...page, current: currentOf(page.to) }))}
        />
      )}
    </nav>
  )
}

export default SettingsTabs
