import { resources } from '../../i18n/en/features/resources'
import { roomText } from '../../show'

export const useText = roomText(resources)
