import { SettingsLinks as Links } from '../../show'
import { settingsGroups } from './settingsGroups'

const SettingsLinks = () => <Links groups={settingsGroups} />

export default SettingsLinks
