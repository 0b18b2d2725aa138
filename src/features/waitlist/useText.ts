import { waitlist } from '../../i18n/en/features/waitlist'
import { roomText } from '../../show'

export const useText = roomText(waitlist)
