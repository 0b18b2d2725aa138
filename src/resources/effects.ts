import { blocks } from './blocks'
import { bookingSeries } from './bookingSeries'
import { bookings } from './bookings'
import { customers } from './customers'
import { notifications } from './notifications'
import { resourceRules } from './resourceRules'
import { timeslots } from './timeslots'
import { visits } from './visits'
import { waitlistEntries } from './waitlistEntries'

/** Begins the keys of the engine's answers. */
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
    // May cancel or move bookings.
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
    // Blocks have rules; both know the bookings in their way.
    [blocks.name]: [resourceRules.name, bookings.name],
    [resourceRules.name]: [blocks.name],
    [customers.name]: [bookings.name],
    [bookings.name]: [bookingSeries.name, visits.name],
    [bookingSeries.name]: [bookings.name],
    [visits.name]: [bookings.name],
    [timeslots.name]: [bookings.name],
    // Offers are bookings; cancelled bookings become offers.
    [waitlistEntries.name]: [bookings.name],
  },
}
