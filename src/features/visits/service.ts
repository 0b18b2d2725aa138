import type { calls } from '../../calls'
import type { CallInput } from '../../declare'
import type { BookingAnswers } from '../../resources/bookings'
import type { Variant } from '../../resources/variants'
import { lengthsOf } from '../availability/lengthsOf'
import { newKey } from '../bookings/dialog/useHold'

export type PartInput = CallInput<typeof calls.visits.create>['body']['parts'][number]

/** A line of the form, not yet complete while it has no variant. */
export interface Service {
  key: string
  itemId: string | null
  itemName: string
  variant: Variant | null
  /** In minutes, for a variant without a length of its own. */
  length: number | null
  /** Null for any. */
  who: string | null
  guest: number
  answers: BookingAnswers
}

export const newService = (given: Partial<Service> = {}): Service => ({
  ...{ key: newKey(), itemId: null, itemName: '', variant: null, length: null, who: null, guest: 0 },
  answers: {},
  ...given,
})

export const partOf = ({ variant, length, who, guest }: Service): PartInput[] =>
  variant
    ? [
        {
          variantId: variant.id,
          ...(variant.durationType === 'flexible' && { durationMinutes: length ?? lengthsOf(variant)[0] ?? null }),
          ...(who && { resourceIds: [who] }),
          guest,
        },
      ]
    : []
