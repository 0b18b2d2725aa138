import { useMachineText } from '../../i18n/useMachineText'
import { AreaSidebar } from '../../layout/sidebars/AreaSidebar'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { SettingsLinks } from '../settings/SettingsLinks'
import type { SettingsGroup } from '../settings/settingsGroups'

/** The last group is a heading for the person's menu below. */
const SettingsSidebar = ({ groups }: { groups?: readonly SettingsGroup[] | undefined }) => {
  const text = useMachineText()
  return (
    <AreaSidebar>
      <SettingsLinks groups={groups} />
      <NavGroup label={text('nav.account')} />
    </AreaSidebar>
  )
}

export default SettingsSidebar
