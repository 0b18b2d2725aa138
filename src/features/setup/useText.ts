import { setup } from '../../i18n/en/features/setup'
import { roomText } from '../../show'

export const useText = roomText(setup)
