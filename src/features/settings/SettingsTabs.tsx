import Tabs from '../../pages/settings/SettingsTabs'
import { settingsGroups } from './settingsGroups'

const SettingsTabs = () => <Tabs groups={settingsGroups} />

export default SettingsTabs
