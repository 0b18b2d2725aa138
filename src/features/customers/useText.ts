import { bookings } from '../../i18n/en/features/bookings'
import { customers } from '../../i18n/en/features/customers'
import { roomText } from '../../show'

export const useText = roomText({ ...bookings, ...customers })
