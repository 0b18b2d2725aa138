import { schedules } from '../../i18n/en/features/schedules'
import { roomText } from '../../show'

export const useText = roomText(schedules)
