import { blocks } from '../../i18n/en/features/blocks'
import { roomText } from '../../show'

export const useText = roomText(blocks)
