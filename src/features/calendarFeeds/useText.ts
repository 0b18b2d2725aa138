import { calendarFeeds } from '../../i18n/en/features/calendarFeeds'
import { roomText } from '../../i18n/useText'

export const useText = roomText(calendarFeeds)
