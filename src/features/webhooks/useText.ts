import { webhooks } from '../../i18n/en/features/webhooks'
import { roomText } from '../../i18n/useText'

export const useText = roomText(webhooks)
