import { apiKeys } from '../../i18n/en/features/apiKeys'
import { roomText } from '../../i18n/useText'

export const useText = roomText(apiKeys)
