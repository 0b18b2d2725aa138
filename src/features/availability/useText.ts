import { availability } from '../../i18n/en/features/availability'
import { roomText } from '../../i18n/useText'

export const useText = roomText(availability)
