import { reports } from '../../i18n/en/features/reports'
import { roomText } from '../../show'

export const useText = roomText(reports)
