import { bookings } from '../../i18n/en/features/bookings'
import { series } from '../../i18n/en/features/series'
import { roomText } from '../../show'

export const useText = roomText({ ...bookings, ...series })
