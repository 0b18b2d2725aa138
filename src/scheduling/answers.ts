import * as z from 'zod/mini'
import { described, type Frozen, shaped } from '../declare'
import { CHECK_CODES } from './checks/checkCodes'
import type { EngineMessage, EngineMessageKey, MessageParams } from './messages/EngineMessage'

export const spanSchema = z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })
export type Span = z.output<typeof spanSchema>

export const takingStatusSchema = z.enum(['held', 'pending', 'confirmed', 'completed', 'no_show'])
export type TakingStatus = z.output<typeof takingStatusSchema>

export const slotStatusSchema = z.enum(['available', 'limited', 'full', 'unavailable'])
export type SlotStatus = z.output<typeof slotStatusSchema>

export const checkCodeSchema = z.enum(CHECK_CODES)

/** Without a resource, the request itself is refused. */
const slotReasonSchema = z.object({ code: checkCodeSchema, resourceId: z.nullable(z.uuid()) })
export type SlotReason = z.output<typeof slotReasonSchema>

/** An offered start (docs/domain.md#slots). */
export const slotSchema = z.object({
  ...spanSchema.shape,
  status: slotStatusSchema,
  remaining: described(z.int(), 'Units left over all resources that could take the booking'),
  maxQuantity: described(z.int(), 'The largest quantity of one booking'),
  resourceIds: described(z.array(z.uuid()), 'What a booking would take, by priority'),
  timeslotId: z.nullable(z.uuid()),
  reasons: z.array(slotReasonSchema),
})
export type Slot = Frozen<z.output<typeof slotSchema>>

export const daySummarySchema = z.object({
  date: z.iso.date(),
  status: described(slotStatusSchema, 'The best of its slots; `unavailable` when it has none'),
  slotCount: described(z.int(), 'Available slots that start on it'),
  firstStartsAt: z.nullable(z.iso.datetime()),
})
export type DaySummary = z.output<typeof daySummarySchema>

export const saidSchema = z.object({
  text: described(z.string(), 'In English'),
  sentence: shaped<EngineMessageKey>({
    type: 'string',
    description: 'What it says, in no language: the code of the check and what exactly is wrong',
  }),
  params: shaped<MessageParams>({
    type: 'object',
    additionalProperties: true,
    description: 'The values in the sentence',
  }),
})

const nextReasonSchema = z.object({
  code: checkCodeSchema,
  resourceIds: described(z.array(z.uuid()), 'The resources it was found on'),
  count: described(z.int(), 'How many of the starts searched it refused'),
  ...saidSchema.shape,
})
export type NextReason = z.output<typeof nextReasonSchema>

export const nextAvailableSchema = z.object({
  slots: z.array(slotSchema),
  reason: described(z.nullable(nextReasonSchema), 'Why there is none: the most frequent reason'),
})
export type NextAvailable = Frozen<z.output<typeof nextAvailableSchema>>

export const checkEntrySchema = z.object({
  code: checkCodeSchema,
  resourceId: described(z.nullable(z.uuid()), 'Null for checks of the request as a whole'),
  passed: z.boolean(),
  severity: z.enum(['error', 'warning']),
  isOverridable: described(z.boolean(), 'Staff may override it with a reason'),
  ...saidSchema.shape,
  ruleId: z.nullable(z.uuid()),
  ruleName: z.nullable(z.string()),
  scheduleId: z.nullable(z.uuid()),
  bookingId: z.nullable(z.uuid()),
  timeslotId: z.nullable(z.uuid()),
  causeResourceId: described(z.nullable(z.uuid()), 'The resource that is in the way, where it is another one'),
  overriddenBy: described(
    z.nullable(z.object({ ruleId: z.uuid(), ruleName: z.string() })),
    'Set on a rule that does not count here: the more specific one that does',
  ),
})
export type CheckEntry = z.output<typeof checkEntrySchema>

export const reasonSchema = z.pick(checkEntrySchema, {
  code: true,
  text: true,
  sentence: true,
  params: true,
  resourceId: true,
  ruleId: true,
  ruleName: true,
  isOverridable: true,
})
export type Reason = z.output<typeof reasonSchema>

const allocationOrderSchema = z.object({
  rule: z.enum(['least_booked', 'weighted', 'rotation']),
  from: described(z.iso.datetime(), 'The week whose bookings count'),
  to: z.iso.datetime(),
  order: described(
    z.array(
      z.object({
        resourceId: z.uuid(),
        takenMinutes: described(z.nullable(z.int()), 'Booked in the week, without buffers; null in a rotation'),
        openMinutes: z.nullable(z.int()),
        weight: described(z.int(), 'How often the share of others it takes; 1 unless it is weighted'),
        lastBookedAt: described(
          z.nullable(z.iso.datetime()),
          'In a rotation: when its latest booking of the variant was made',
        ),
      }),
    ),
    'In the order in which they are tried',
  ),
})

export const explanationSchema = z.object({
  available: z.boolean(),
  headline: described(z.nullable(checkEntrySchema), 'The failed check that answers why not'),
  checks: z.array(checkEntrySchema),
  allocation: described(z.nullable(allocationOrderSchema), 'Who is taken first, and why; null if that is by priority'),
})
export type Explanation = z.output<typeof explanationSchema>

const plannedTimeslotSchema = z.object({
  timeslotId: described(z.nullable(z.uuid()), 'Null for one to be created'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  capacity: z.nullable(z.int()),
  action: z.enum(['create', 'keep', 'delete', 'conflict']),
  reason: described(z.optional(z.string()), 'What is special about it, in English'),
  reasons: z.optional(
    shaped<readonly EngineMessage[]>({
      type: 'array',
      items: {
        type: 'object',
        properties: { sentence: { type: 'string' }, params: { type: 'object', additionalProperties: true } },
        required: ['sentence'],
      },
      description: 'The same, to be said in other languages',
    }),
  ),
})
export type PlannedTimeslot = z.output<typeof plannedTimeslotSchema>

export const generationPlanSchema = z.object({
  created: z.int(),
  kept: z.int(),
  deleted: z.int(),
  conflicts: described(z.int(), 'Booked or edited by hand, and not as they would be made now: they stay'),
  dstNotes: described(
    z.array(z.object({ date: z.iso.date(), dayLengthMinutes: z.int(), ...saidSchema.shape })),
    'Days of the range on which the clocks change',
  ),
  timeslots: z.array(plannedTimeslotSchema),
})
export type GenerationPlan = z.output<typeof generationPlanSchema>
