import { whatIf } from '../../i18n/en/features/whatIf'
import { roomText } from '../../show'

export const useText = roomText(whatIf)
