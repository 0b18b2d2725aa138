import { availability } from '../../i18n/en/features/availability'
import { roomText } from '../../show'

export const useText = roomText(availability)
