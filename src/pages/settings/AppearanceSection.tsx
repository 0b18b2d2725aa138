import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import SettingsBrightness from '@mui/icons-material/SettingsBrightnessOutlined'
import Checkbox from '@mui/material/Checkbox'
import { useColorScheme } from '@mui/material/styles'
import { useStore } from 'ra-core'
import { helpKey } from '../../layout/palette/helpKey'
import { SettingsSection } from './SettingsSection'
import styles from './settings.module.css'
import { useText } from './useText'

const modes = [
  { mode: 'light', Icon: LightMode },
  { mode: 'dark', Icon: DarkMode },
  { mode: 'system', Icon: SettingsBrightness },
] as const

export const AppearanceSection = () => {
  const text = useText()
  const { mode: current, setMode } = useColorScheme()
  const [hasHelpKey, setHasHelpKey] = useStore(helpKey, true)
  return (
    <SettingsSection anchor="appearance" title={text('settings.appearance')} about={text('settings.appearanceText')}>
      <fieldset className={styles.modes}>
        <legend className={styles.legend}>{text('settings.theme')}</legend>
        {modes.map(({ mode, Icon }) => (
          <label key={mode} className={styles.mode}>
            <input type="radio" name="mode" checked={current === mode} onChange={() => setMode(mode)} />
            <Icon fontSize="small" />
            {text(`settings.${mode}`)}
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox in it is a component */}
      <label className={styles.choice}>
        <Checkbox size="small" checked={hasHelpKey} onChange={({ target }) => setHasHelpKey(target.checked)} />
        {text('settings.helpKey')}
      </label>
    </SettingsSection>
  )
}
