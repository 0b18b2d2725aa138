import { catalog } from '../../i18n/en/features/catalog'
import { roomText } from '../../show'

export const useText = roomText(catalog)
