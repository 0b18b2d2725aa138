import { superadmin } from '../../i18n/en/features/superadmin'
import { roomText } from '../../i18n/useText'

export const useText = roomText(superadmin)
