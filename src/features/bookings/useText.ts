import { bookings } from '../../i18n/en/features/bookings'
import { roomText } from '../../show'

export const useText = roomText(bookings)
