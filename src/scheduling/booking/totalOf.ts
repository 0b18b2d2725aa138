import type { CapacityMode } from '../snapshot'
import { type InstantInput, MINUTE, toMillis } from '../time/instant'
import { zoneOf } from '../time/Zone'

export type PricingUnit = 'per_booking' | 'per_unit' | 'per_hour' | 'per_day'

/** An amount in integer minor units; the currency is the caller's. */
export interface PricedBooking {
  /** The price of the variant, in minor units. */
  amount: number
  pricingUnit: PricingUnit
  capacityMode: CapacityMode
  quantity: number
  startsAt: InstantInput
  endsAt: InstantInput
  /** In which days are counted. */
  timeZone: string
}

/** Rounded half up, without the fractions that a division of floats leaves. */
const divide = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

/** A day begins with the pick-up and ends a calendar day later: returning later in the day than that begins another. */
const calendarDays = ({ startsAt, endsAt, timeZone }: PricedBooking): number => {
  const zone = zoneOf(timeZone)
  const [start, end] = [toMillis(startsAt), toMillis(endsAt)]
  const nights = zone.dayOf(end) - zone.dayOf(start)
  return zone.minuteOfDay(end) > zone.minuteOfDay(start) ? nights + 1 : nights
}

/** What a booking costs, in minor units (domain §2.10). */
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
