import { whatIf } from '../../i18n/en/features/whatIf'
import { roomText } from '../../i18n/useText'

export const useText = roomText(whatIf)
