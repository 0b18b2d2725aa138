import { MINUTE, zoneOf } from '../../declare'
import { type InstantInput, toMillis } from '../../resources/instants'
import type { CapacityMode } from '../snapshot'

export type PricingUnit = 'per_booking' | 'per_unit' | 'per_hour' | 'per_day'

export interface PricedBooking {
  /** Integer minor units. */
  amount: number
  pricingUnit: PricingUnit
  capacityMode: CapacityMode
  quantity: number
  startsAt: InstantInput
  endsAt: InstantInput
  timeZone: string
}

/** Rounds half up, without floats. */
const divide = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

/** A return later in the day than the pick-up begins another day. */
const calendarDays = ({ startsAt, endsAt, timeZone }: PricedBooking): number => {
  const zone = zoneOf(timeZone)
  const [start, end] = [toMillis(startsAt), toMillis(endsAt)]
  const nights = zone.dayOf(end) - zone.dayOf(start)
  return zone.minuteOfDay(end) > zone.minuteOfDay(start) ? nights + 1 : nights
}

export function totalOf(booking: PricedBooking): number {
  const { amount, pricingUnit, capacityMode, quantity, startsAt, endsAt } = booking
  const units = capacityMode === 'exclusive' ? 1 : quantity
  switch (pricingUnit) {
    case 'per_booking':
      return amount
    case 'per_unit':
      return amount * quantity
    case 'per_hour':
      return divide((amount * units * (toMillis(endsAt) - toMillis(startsAt))) / MINUTE, 60)
    case 'per_day':
      return amount * units * calendarDays(booking)
  }
}
