import { customers } from '../../i18n/en/features/customers'
import { roomText } from '../../show'

export const useText = roomText(customers)
