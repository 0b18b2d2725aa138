import { SecurityLog } from '../platformLog/SecurityLog'
import { SettingsSection } from './SettingsSection'
import { useText } from './useText'

/** The security log of one's own account, to notice what others did with it. */
export const SecurityLogSection = () => {
  const text = useText()
  return (
    <SettingsSection title={text('securityLog.title')} about={text('securityLog.text')}>
      <SecurityLog of="me" />
    </SettingsSection>
  )
}
