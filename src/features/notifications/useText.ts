import { notifications } from '../../i18n/en/features/notifications'
import { roomText } from '../../i18n/useText'

export const useText = roomText(notifications)
