import { apiKeys } from '../../i18n/en/features/apiKeys'
import { roomText } from '../../i18n/roomText'

export const useText = roomText(apiKeys)
