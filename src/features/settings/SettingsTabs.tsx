import { SettingsTabs as Tabs } from '../../show'
import { settingsGroups } from './settingsGroups'

const SettingsTabs = () => <Tabs groups={settingsGroups} />

export default SettingsTabs
