import { calendarFeeds } from '../../i18n/en/features/calendarFeeds'
import { roomText } from '../../show'

export const useText = roomText(calendarFeeds)
