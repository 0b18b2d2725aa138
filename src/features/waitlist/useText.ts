import { waitlist } from '../../i18n/en/features/waitlist'
import { roomText } from '../../i18n/useText'

export const useText = roomText(waitlist)
