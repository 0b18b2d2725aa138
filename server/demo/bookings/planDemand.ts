import { DAY, formatInstant, HOUR, MINUTE } from '../../../src/declare'
import { toMillis } from '../../../src/scheduling'
import type { Chance } from './Chance'
import type { PlannedBooking } from './planBookings'

const notes = [
  'Would also take an evening that week.',
  'Asked by phone. Call back if somebody cancels.',
  'Comes from out of town, only that day.',
]

interface Wishes {
  planned: readonly PlannedBooking[]
  customerIds: readonly string[]
  now: number
  chance: Chance
}

export const planDemand = ({ planned, customerIds, now, chance }: Wishes): object[] => {
  const taken = planned.filter(({ status }) => status !== 'cancelled')
  const wishOf = ({ variant, channelId, quantity, result, createdAt }: PlannedBooking) => {
    const latest = Math.min(now - HOUR, toMillis(result.startsAt) - 2 * HOUR)
    const at = createdAt + Math.max(MINUTE, Math.floor(chance.next() * (latest - createdAt)))
    return {
      ...{ variantId: variant.id, channelId, quantity, at: formatInstant(at) },
      ...{ wantedFrom: result.startsAt, wantedTo: result.endsAt },
      code: variant.capacityMode === 'exclusive' ? 'resource_busy' : 'capacity_exceeded',
    }
  }
  const refused = taken
    .filter(() => chance.is(0.08))
    .map(booking => ({ ...wishOf(booking), origin: 'booking', status: chance.is(0.2) ? 'met' : 'open' }))
  const noted = taken
    .filter(({ result }) => toMillis(result.startsAt) > now + DAY)
    .slice(0, notes.length)
    .map((booking, index) => ({
      ...wishOf(booking),
      ...{ origin: 'noted', status: 'open', note: notes[index] },
      customerId: customerIds.find(id => id !== booking.customerId && chance.is(0.5)) ?? customerIds[0],
    }))
  return [...refused, ...noted]
}
