import type { Effects } from '../declare'
import { blocks } from './blocks'
import { bookingSeries } from './bookingSeries'
import { bookings } from './bookings'
import { customers } from './customers'
import { notifications } from './notifications'
import { resourceRules } from './resourceRules'
import { timeslots } from './timeslots'
import { visits } from './visits'
import { waitlistEntries } from './waitlistEntries'

/** First member of the query keys for the engine's answers. */
export const availabilityKey = 'availability'

/** What writes refresh beyond the references between resources. */
export const effects: Effects = {
  calls: {
    'POST /bookings/quote': [],
    'POST /availability/simulate': [],
    'POST /blocks/{id}/reassign': [bookings.name],
    'POST /bookings/{id}/tell-move': [notifications.name],
    'POST /resources/{id}/reassign': [bookings.name],
    'POST /schedules/{id}/generate': [timeslots.name],
    // Cancelling a booked timeslot cancels or moves its bookings.
    'POST /schedules/{scheduleId}/timeslots/bulk': [timeslots.name, bookings.name],
  },
  follows: {
    [availabilityKey]: [
      bookings.name,
      bookingSeries.name,
      visits.name,
      timeslots.name,
      resourceRules.name,
      blocks.name,
    ],
    // Each is made of the other, and says which bookings are in its way.
    [blocks.name]: [resourceRules.name, bookings.name],
    [resourceRules.name]: [blocks.name],
    [customers.name]: [bookings.name],
    [bookings.name]: [bookingSeries.name, visits.name],
    [bookingSeries.name]: [bookings.name],
    [visits.name]: [bookings.name],
    [timeslots.name]: [bookings.name],
    // An offer is a booking, and a cancelled booking may become an offer.
    [waitlistEntries.name]: [bookings.name],
  },
}
