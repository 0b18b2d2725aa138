import { channels } from '../../i18n/en/features/channels'
import { roomText } from '../../i18n/useText'

export const useText = roomText(channels)
