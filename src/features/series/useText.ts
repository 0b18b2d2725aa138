import { series } from '../../i18n/en/features/series'
import { roomText } from '../../i18n/roomText'

export const useText = roomText(series)
