import { SecurityLog } from '../platformLog/SecurityLog'
import { SettingsSection } from './SettingsSection'
import { useText } from './useText'

/** The security log of the own account, which shows misuse by others. */
export const SecurityLogSection = () => {
  const text = useText()
  return (
    <SettingsSection title={text('securityLog.title')} about={text('securityLog.text')}>
      <SecurityLog of="me" />
    </SettingsSection>
  )
}
