import { schedules } from '../../i18n/en/features/schedules'
import { roomText } from '../../i18n/useText'

export const useText = roomText(schedules)
