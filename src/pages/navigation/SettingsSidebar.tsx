import { useMachineText } from '../../i18n/useMachineText'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { ReturnToApp } from '../../layout/sidebars/ReturnToApp'
import { TenantButton } from '../../layout/sidebars/TenantButton'

/** Settings have their links above each page, so the account's group is empty. */
export const SettingsSidebar = () => {
  const text = useMachineText()
  return (
    <>
      <TenantButton />
      <ReturnToApp />
      <NavGroup label={text('nav.account')} />
    </>
  )
}
