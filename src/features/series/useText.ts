import { series } from '../../i18n/en/features/series'
import { roomText } from '../../i18n/useText'

export const useText = roomText(series)
