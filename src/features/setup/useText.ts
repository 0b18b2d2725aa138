import { setup } from '../../i18n/en/features/setup'
import { roomText } from '../../i18n/useText'

export const useText = roomText(setup)
