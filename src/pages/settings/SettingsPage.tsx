import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import { AppearanceSection } from './AppearanceSection'
import { PasswordSection } from './PasswordSection'
import { ProfileSection } from './ProfileSection'
import { SettingsTabs } from './SettingsTabs'

/** One's own account: who one is, how one signs in, how the application looks. */
const SettingsPage = () => {
  const text = useText()
  return (
    <Screen title={text('nav.settings')} subtitle={text('settings.intro')}>
      <SettingsTabs />
      <ProfileSection />
      <PasswordSection />
      <AppearanceSection />
    </Screen>
  )
}

export default SettingsPage
