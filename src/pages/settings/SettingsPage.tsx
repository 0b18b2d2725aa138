import { lazy, Suspense } from 'react'
import { isOwnAuth } from '../../authProvider/ownAuth'
import { Screen } from '../../ui/screen/Screen'
import { ProfileSection } from './ProfileSection'
import { useText } from './useText'

// Sections further down load later.
const PasswordSection = lazy(async () => ({ default: (await import('./PasswordSection')).PasswordSection }))
const SecondFactorSection = lazy(async () => ({ default: (await import('./SecondFactorSection')).SecondFactorSection }))
const AppearanceSection = lazy(async () => ({ default: (await import('./AppearanceSection')).AppearanceSection }))
const SessionsSection = lazy(async () => ({ default: (await import('./SessionsSection')).SessionsSection }))
const SecurityLogSection = lazy(async () => ({ default: (await import('./SecurityLogSection')).SecurityLogSection }))

const SettingsPage = () => {
  const text = useText()
  return (
    <Screen title={text('nav.settings')} subtitle={text('settings.intro')}>
      <ProfileSection />
      <Suspense fallback={null}>
        <PasswordSection />
        <SecondFactorSection />
        {isOwnAuth && <SessionsSection />}
        <SecurityLogSection />
        <AppearanceSection />
      </Suspense>
    </Screen>
  )
}

export default SettingsPage
