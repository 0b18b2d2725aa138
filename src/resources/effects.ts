import { blocks } from './blocks'
import { bookingSeries } from './bookingSeries'
import { bookings } from './bookings'
import { customers } from './customers'
import { notifications } from './notifications'
import { resourceRules } from './resourceRules'
import { timeslots } from './timeslots'
import { visits } from './visits'
import { waitlistEntries } from './waitlistEntries'

/** First in the query keys of the engine's answers. */
export const availabilityKey = 'availability'

/** Beyond the references between resources. */
export const effects = {
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
    // Blocks have rules, and both know the bookings in their way.
    [blocks.name]: [resourceRules.name, bookings.name],
    [resourceRules.name]: [blocks.name],
    [customers.name]: [bookings.name],
    [bookings.name]: [bookingSeries.name, visits.name],
    [bookingSeries.name]: [bookings.name],
    [visits.name]: [bookings.name],
    [timeslots.name]: [bookings.name],
    // Offers are bookings, and cancelled bookings may become offers.
    [waitlistEntries.name]: [bookings.name],
  },
}
