import { notifications } from '../../i18n/en/features/notifications'
import { roomText } from '../../show'

export const useText = roomText(notifications)
