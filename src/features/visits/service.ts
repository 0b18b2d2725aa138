import type { calls } from '../../calls'
import { type CallInput, formatLocalDate, zoneOf } from '../../declare'
import type { BookingAnswers } from '../../resources/bookings'
import type { Variant } from '../../resources/variants'
import { instantOf } from '../../show'
import { lengthsOf } from '../availability/lengthsOf'
import { newKey } from '../bookings/dialog/useHold'

export type PartInput = CallInput<typeof calls.visits.create>['body']['parts'][number]

/** Incomplete without a variant. */
export interface Service {
  key: string
  itemId: string | null
  itemName: string
  variant: Variant | null
  /** In minutes; null for the variant's own. */
  length: number | null
  /** Null for any. */
  who: string | null
  guest: number
  /** Null for the variant's minimum. */
  quantity: number | null
  /** Minutes after the guest's service before; null for none, or for the tenant's maximum. */
  minWait: number | null
  maxWait: number | null
  /** Local, if fixed: `09:30`. */
  time: string | null
  answers: BookingAnswers
}

export const newService = (given: Partial<Service> = {}): Service => ({
  ...{ key: newKey(), itemId: null, itemName: '', variant: null, length: null, who: null, guest: 0 },
  ...{ quantity: null, minWait: null, maxWait: null, time: null, answers: {} },
  ...given,
})

/** From the visit's start on, also past midnight. */
export const pinnedOn =
  (startsAt: string | null, timeZone: string) =>
  (time: string): string | null => {
    if (!startsAt) return null
    const start = Date.parse(startsAt)
    const on = (localDay: number) => instantOf(formatLocalDate(localDay), time, timeZone)
    const day = zoneOf(timeZone).dayOf(start)
    const sameDay = on(day)
    return sameDay && Date.parse(sameDay) < start ? on(day + 1) : sameDay
  }

/** @param pinned the instant of its fixed time */
export const partOf = (
  { variant, length, who, guest, quantity, minWait, maxWait, time }: Service,
  pinned: (time: string) => string | null,
): PartInput[] =>
  variant
    ? [
        {
          variantId: variant.id,
          ...(variant.durationType === 'flexible' && { durationMinutes: length ?? lengthsOf(variant)[0] ?? null }),
          ...(who && { resourceIds: [who] }),
          guest,
          ...(quantity !== null && { quantity }),
          ...(minWait !== null && { minWaitMinutes: minWait }),
          ...(maxWait !== null && { maxWaitMinutes: maxWait }),
          ...(time !== null && { startsAt: pinned(time) }),
        },
      ]
    : []
