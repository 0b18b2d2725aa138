import * as z from 'zod/mini'
import { described, type Frozen } from '../../declare'
import type { BookingSeriesRecord } from '../../resources/bookingSeries'
import { reasonSchema, slotSchema, spanSchema } from '../answers'

/** Later changes of several occurrences skip groups changed for one alone. */
export const exceptionGroups = ['time', 'resources', 'customer', 'quantity', 'notes'] as const
export type ExceptionGroup = (typeof exceptionGroups)[number]

/** One date of a series (docs/domain.md#series). */
export const occurrenceSchema = z.object({
  index: described(z.int(), 'From 0 in the order of the rule; it stays for ever'),
  date: described(z.iso.date(), 'The local date that the rule gives'),
  ruleStartsAt: described(z.iso.datetime(), 'When the rule has it'),
  ...spanSchema.shape,
  state: described(
    z.enum(['booked', 'skipped', 'conflict', 'excluded', 'cancelled']),
    'Booked; left out because it was not free; in the way of all (in a dry run); left out on purpose; or its booking is cancelled',
  ),
  isMoved: described(z.boolean(), 'It is at another time than the rule says'),
  exceptions: described(z.array(z.enum(exceptionGroups)), 'What was changed for it alone'),
  dst: described(z.nullable(z.enum(['gap', 'overlap'])), 'The clocks skip its time of day, or repeat it'),
  bookingId: z.nullable(z.uuid()),
  resourceIds: z.array(z.uuid()),
  requiresApproval: z.boolean(),
  reasons: described(z.array(reasonSchema), 'Why its own time was not free'),
  nearest: described(z.nullable(slotSchema), 'The nearest free start'),
})
export type Occurrence = Frozen<z.output<typeof occurrenceSchema>>

export type BookingSeries = BookingSeriesRecord & {
  resourceIds: string[]
  bookedTotal: BookingSeriesRecord['total']
  answers?: Record<string, string | number | boolean | null>
  /** Null in lists. */
  occurrences: readonly Occurrence[] | null
}
