import { lazy, Suspense } from 'react'
import { isOwnAuth } from '../../authProvider/ownAuth'
import { Screen } from '../../ui/screen/Screen'
import sideways from '../../ui/sideways.module.css'
import { ProfileSection } from './ProfileSection'
import styles from './settings.module.css'
import { settingsSections } from './settingsSections'
import { useText } from './useText'

const PasswordSection = lazy(async () => ({ default: (await import('./PasswordSection')).PasswordSection }))
const SecondFactorSection = lazy(async () => ({ default: (await import('./SecondFactorSection')).SecondFactorSection }))
const AppearanceSection = lazy(async () => ({ default: (await import('./AppearanceSection')).AppearanceSection }))
const SessionsSection = lazy(async () => ({ default: (await import('./SessionsSection')).SessionsSection }))
const SecurityLogSection = lazy(async () => ({ default: (await import('./SecurityLogSection')).SecurityLogSection }))

const SettingsPage = () => {
  const text = useText()
  return (
    <Screen title={text('nav.settings')} subtitle={text('settings.intro')}>
      <ul className={`${styles.anchors} ${sideways.sideways}`}>
        {settingsSections.map(([anchor, title]) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{text(title)}</a>
          </li>
        ))}
      </ul>
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
