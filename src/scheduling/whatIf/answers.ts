import * as z from 'zod/mini'
import { described, type Frozen } from '../../declare'
import { checkEntrySchema, slotSchema, spanSchema } from '../answers'

const slotState = z.pick(slotSchema, { status: true, remaining: true, maxQuantity: true, resourceIds: true })

export const variantDifferenceSchema = z.object({
  variantId: z.uuid(),
  name: z.string(),
  catalogItemId: z.uuid(),
  catalogItemName: z.string(),
  slotCountBefore: z.int(),
  slotCountAfter: z.int(),
  addedCount: z.int(),
  removedCount: z.int(),
  changedCount: z.int(),
  added: z.array(slotSchema),
  removed: z.array(slotSchema),
  changed: described(
    z.array(z.object({ ...spanSchema.shape, before: slotState, after: slotState })),
    'Free on both sides, but not alike',
  ),
  resources: described(
    z.array(
      z.object({
        resourceId: z.uuid(),
        name: z.string(),
        addedCount: z.int(),
        removedCount: z.int(),
        added: z.array(spanSchema),
        removed: z.array(spanSchema),
      }),
    ),
    'The same for each single resource that differs',
  ),
})
export type VariantDifference = Frozen<z.output<typeof variantDifferenceSchema>>
export type SlotState = Frozen<z.output<typeof slotState>>

export const affectedBookingSchema = z.object({
  bookingId: z.uuid(),
  status: z.enum(['held', 'pending', 'confirmed']),
  ...spanSchema.shape,
  quantity: z.int(),
  variantId: z.uuid(),
  variantName: z.string(),
  title: described(z.string(), 'Item and variant'),
  customerId: z.nullable(z.uuid()),
  resourceIds: z.array(z.uuid()),
  severity: described(
    z.enum(['stranded', 'irregular']),
    'Stranded ones cannot take place; irregular ones can, but would be refused if made now',
  ),
  isNew: described(z.boolean(), 'A check fails that did not fail before'),
  reasons: described(z.array(checkEntrySchema), 'Every check that fails, ordered and worded as in a refusal'),
  sameTimeResourceIds: described(z.array(z.uuid()), 'Other resources of the variant that are free at that time'),
  nearest: described(
    z.nullable(slotSchema),
    'The nearest free start within 14 days, the earlier of two; of a part of a visit, where it keeps its place',
  ),
  move: described(
    z.nullable(z.object({ ...spanSchema.shape, resourceIds: z.array(z.uuid()) })),
    'Where it could go with all that are listed before it at the places named there; bookings answered together can all be moved so, or any of them',
  ),
})
export type AffectedBooking = Frozen<z.output<typeof affectedBookingSchema>>
export type Severity = AffectedBooking['severity']

const openMinutes = { openMinutesBefore: z.number(), openMinutesAfter: z.number() }

/** Counts are exact, even where lists are cut. */
export const simulationSchema = z.object({
  isTruncated: described(z.boolean(), 'Lists were cut: there are more than 5,000 entries'),
  unchangedVariantCount: described(z.int(), 'Variants that are concerned, without a difference'),
  unaskedVariantCount: described(z.int(), 'Variants beyond the hundredth'),
  variants: z.array(variantDifferenceSchema),
  resources: z.array(
    z.object({
      resourceId: z.uuid(),
      name: z.string(),
      days: z.array(z.object({ date: z.iso.date(), ...openMinutes })),
    }),
  ),
  days: described(
    z.array(
      z.object({
        date: z.iso.date(),
        dayLengthMinutes: z.int(),
        ...openMinutes,
        slotCountBefore: z.int(),
        slotCountAfter: z.int(),
      }),
    ),
    'Sums over the resources and variants answered',
  ),
  bookings: z.object({
    judgedCount: z.int(),
    strandedCount: z.int(),
    irregularCount: z.int(),
    alreadyOutsideCount: described(z.int(), 'They fail a check as they did before, and no other'),
    items: described(z.array(affectedBookingSchema), 'At most a hundred: stranded ones first, then by start'),
  }),
})
export type Simulation = Frozen<z.output<typeof simulationSchema>>
