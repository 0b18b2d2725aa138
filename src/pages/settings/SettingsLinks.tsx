import Archive from '@mui/icons-material/ArchiveOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import { config } from '../../config'
import { useIconOf } from '../../layout/icons'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { NavLink } from '../../layout/sidebars/NavLink'
import { useResourceLinks } from '../../layout/sidebars/useResourceLinks'
import { useRole } from '../../layout/useRole'
import { hasRole } from '../../schema'
import { inGroups, type SettingsGroup, settingsGroups } from './settingsGroups'
import { useText } from './useText'

/** Links to the settings that this person may see, in the order of `groups`. */
export const SettingsLinks = ({ groups = settingsGroups }: { groups?: readonly SettingsGroup[] | undefined }) => {
  const text = useText()
  const role = useRole()
  const iconOf = useIconOf()
  const pages = [
    ...useResourceLinks(),
    ...(hasRole(role, config.canInvite ? 'admin' : 'owner')
      ? [{ to: '/settings/members', label: text('settings.members'), icon: iconOf('people') }]
      : []),
    ...(hasRole(role, 'admin')
      ? [{ to: '/settings/audit-log', label: text('auditLog.title'), icon: iconOf('history') }]
      : []),
    ...(hasRole(role, 'owner') ? [{ to: '/settings/archive', label: text('archive.title'), icon: Archive }] : []),
  ]
  return (
    <>
      <ul>
        <NavLink to="/settings/" label={text('settings.account')} icon={Person} isExact />
      </ul>
      {inGroups(groups, pages).map(group => (
        <NavGroup key={group.key} label={text(`settings.group.${group.key}`, { _: group.key })}>
          {group.pages.map(page => (
            <NavLink key={page.to} {...page} />
          ))}
        </NavGroup>
      ))}
    </>
  )
}
