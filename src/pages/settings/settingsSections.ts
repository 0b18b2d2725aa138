import { isOwnAuth } from '../../authProvider/ownAuth'

/** The sections of one's own settings: their anchors and titles. */
export const settingsSections = [
  ['profile', 'settings.profile'],
  ['password', 'settings.password'],
  ['two-step', 'security.twoStep'],
  ...(isOwnAuth ? ([['sessions', 'security.sessions']] as const) : []),
  ['history', 'securityLog.title'],
  ['appearance', 'settings.appearance'],
] as const
