import { catalog } from '../../i18n/en/features/catalog'
import { roomText } from '../../i18n/useText'

export const useText = roomText(catalog)
