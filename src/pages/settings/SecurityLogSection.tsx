import { SecurityLog } from '../platformLog/SecurityLog'
import { SettingsSection } from './SettingsSection'
import { useText } from './useText'

export const SecurityLogSection = () => {
  const text = useText()
  return (
    <SettingsSection anchor="history" title={text('securityLog.title')} about={text('securityLog.text')}>
      <SecurityLog of="me" />
    </SettingsSection>
  )
}
