import { isOwnAuth } from '../../authProvider/ownAuth'

export const settingsSections = [
  ['profile', 'settings.profile'],
  ['password', 'settings.password'],
  ['two-step', 'security.twoStep'],
  ...(isOwnAuth ? ([['sessions', 'security.sessions']] as const) : []),
  ['history', 'securityLog.title'],
  ['appearance', 'settings.appearance'],
] as const
