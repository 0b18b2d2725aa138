import { customers } from '../../i18n/en/features/customers'
import { roomText } from '../../i18n/useText'

export const useText = roomText(customers)
