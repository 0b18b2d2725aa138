import { demand } from '../../i18n/en/features/demand'
import { roomText } from '../../show'

export const useText = roomText(demand)
