import { lazy, Suspense } from 'react'
import { isOwnAuth } from '../../authProvider/ownAuth'
import { Screen } from '../../ui/screen/Screen'
import { AppearanceSection } from './AppearanceSection'
import { PasswordSection } from './PasswordSection'
import { ProfileSection } from './ProfileSection'
import { SecondFactorSection } from './SecondFactorSection'
import { useText } from './useText'

// Sections further down load later.
const SessionsSection = lazy(async () => ({ default: (await import('./SessionsSection')).SessionsSection }))
const SecurityLogSection = lazy(async () => ({ default: (await import('./SecurityLogSection')).SecurityLogSection }))

/** One's own account: profile, sign-in and appearance. */
const SettingsPage = () => {
  const text = useText()
  return (
    <Screen title={text('nav.settings')} subtitle={text('settings.intro')}>
      <ProfileSection />
      <PasswordSection />
      <SecondFactorSection />
      <Suspense fallback={null}>
        {isOwnAuth && <SessionsSection />}
        <SecurityLogSection />
      </Suspense>
      <AppearanceSection />
    </Screen>
  )
}

export default SettingsPage
