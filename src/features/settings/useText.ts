import { settings } from '../../i18n/en/features/settings'
import { roomText } from '../../i18n/useText'

export const useText = roomText(settings)
