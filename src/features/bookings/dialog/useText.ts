import { availability } from '../../../i18n/en/features/availability'
import { bookingDialog } from '../../../i18n/en/features/bookingDialog'
import { bookings } from '../../../i18n/en/features/bookings'
import { series } from '../../../i18n/en/features/series'
import { roomText } from '../../../show'

export const useText = roomText({ ...availability, ...bookings, ...series, ...bookingDialog })
