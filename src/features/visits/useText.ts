import { availability } from '../../i18n/en/features/availability'
import { bookingDialog } from '../../i18n/en/features/bookingDialog'
import { bookings } from '../../i18n/en/features/bookings'
import { visits } from '../../i18n/en/features/visits'
import { roomText } from '../../show'

export const useText = roomText({ ...availability, ...bookings, ...bookingDialog, ...visits })
