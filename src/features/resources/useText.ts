import { resources } from '../../i18n/en/features/resources'
import { roomText } from '../../i18n/useText'

export const useText = roomText(resources)
