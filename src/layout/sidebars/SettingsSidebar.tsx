import { useText } from '../../i18n/useText'
import { NavGroup } from './NavGroup'
import { ReturnToApp } from './ReturnToApp'
import { TenantButton } from './TenantButton'

export const SettingsSidebar = () => {
  const text = useText()
  return (
    <>
      <TenantButton />
      <ReturnToApp />
      <NavGroup label={text('nav.account')} />
    </>
  )
}
