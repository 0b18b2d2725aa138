import * as z from 'zod/mini'
import {
  type Body,
  choice,
  defineCall,
  deletabilitySchema,
  described,
  fieldsBody,
  flag,
  InvalidBody,
  integer,
  isUuid,
  localDate,
  longText,
  type Message,
  membersFrom,
  minutes,
  param,
  recordOf,
  ref,
  required,
} from '../declare'
import { timeslots } from '../resources/timeslots'
import { generationPlanSchema } from '../scheduling/answers'
import { changesBeside, readAll } from './bodies'
import { bulkResultSchema } from './bookings'

const openingDaySchema = z.object({
  date: z.iso.date(),
  dayLengthMinutes: described(
    z.int(),
    '1440, but for days on which the clocks change; 0 for a date that the zone skipped',
  ),
  clockChange: described(
    z.enum(['none', 'skipped', 'repeated']),
    '`skipped`: clocks go forward; `repeated`: clocks go back',
  ),
  windows: described(
    z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime(), minutes: z.int() })),
    'Open hours that begin on this date, merged; the last may end on the next date',
  ),
  override: described(
    z.nullable(z.object({ id: z.nullable(z.string()), label: z.nullable(z.string()), isClosed: z.boolean() })),
    'What replaces the weekly hours',
  ),
})

const tag = 'Schedules'
const reading = membersFrom('viewer')
const writing = membersFrom('admin')

export const windows = defineCall({
  method: 'GET',
  path: '/schedules/{id}/windows',
  access: reading,
  scopes: ['setup.read'],
  tag,
  operationId: 'listScheduleWindows',
  summary: 'The open hours of a schedule, day by day, as they are',
  query: {
    from: required(param('date', 'The first local date of the schedule')),
    to: required(param('date', 'The local date before which to stop')),
  },
  answer: { description: 'One entry for each date', schema: z.array(openingDaySchema) },
})

export const usage = defineCall({
  method: 'GET',
  path: '/schedules/{id}/usage',
  access: reading,
  scopes: ['setup.read'],
  tag,
  operationId: 'getScheduleUsage',
  summary: 'What follows a schedule, how many bookings are to come, and what would keep it from being deleted',
  answer: {
    description: 'Resources, variants and a count',
    schema: z.object({
      ...deletabilitySchema.shape,
      resources: described(
        z.array(z.object({ id: z.uuid(), name: z.string(), isByDefault: z.boolean() })),
        'With those that have no schedule of their own, where this is the tenant’s default',
      ),
      variants: z.array(
        z.object({ id: z.uuid(), name: z.string(), catalogItemId: z.uuid(), catalogItemName: z.string() }),
      ),
      futureBookingCount: described(z.int(), 'Bookings to come on these resources or of these variants'),
    }),
  },
})

/** By default, the schedule's (docs/domain.md#generating-timeslots). */
export const generationFields = {
  from: localDate({ required: true, help: 'The first local date of the schedule' }),
  to: localDate({ required: true, help: 'The last local date, included; at most 366 days' }),
  slotDurationMinutes: minutes({ min: 5, max: 1440, help: 'Of each timeslot' }),
  gapMinutes: minutes({ max: 720, help: 'Between timeslots' }),
  capacity: integer({ min: 1, max: 10_000, help: 'Of each timeslot' }),
  onExisting: choice(['keep', 'replace_unbooked'], {
    default: 'keep',
    help: 'Only add what is missing, or also delete what is to come, unbooked, unedited and no longer wanted',
  }),
}

export const generationCheck = ({ from, to }: { from: string; to: string }): { to?: 'validation.endsBeforeStart' } =>
  to < from ? { to: 'validation.endsBeforeStart' } : {}

const generationBody = fieldsBody(
  { ...generationFields, dryRun: flag({ help: 'Compute and answer, write nothing' }) },
  generationCheck,
)

export const generate = defineCall({
  method: 'POST',
  path: '/schedules/{id}/generate',
  access: writing,
  scopes: ['setup'],
  tag: 'Timeslots',
  operationId: 'generateTimeslots',
  summary: 'Make timeslots from the hours of a schedule, or see what that would do',
  description:
    'Made again, it changes nothing. At most 50,000 timeslots. One at a time for a tenant: others are answered 429 with `Retry-After`.',
  body: generationBody,
  answer: {
    description: 'What was done, or would be',
    schema: z.object({ dryRun: z.boolean(), ...generationPlanSchema.shape }),
  },
})

const asksFirst =
  'Cancelling what is booked answers 409 `timeslot_booked`, with the bookings in `usedBy`, until `bookings` says whether to keep them or to cancel them as well.'

const decisionBody = fieldsBody(
  {
    bookings: choice(['keep', 'cancel'], {
      help: 'What becomes of the bookings on a timeslot that is cancelled. Without it, 409 `timeslot_booked` says which there are.',
    }),
    reason: longText({ max: 500, help: 'Goes into the history, and is why its bookings are cancelled.' }),
    notify: flag({ help: 'Tell the customers of cancelled bookings by mail.' }),
  },
  ({ bookings, notify }) => (notify && bookings !== 'cancel' ? { notify: 'validation.nothingToSend' as const } : {}),
)
type Decision = ReturnType<typeof decisionBody.read>
type DecisionInput = NonNullable<typeof decisionBody.given>

const patchBody: Body<{ fields: Record<string, unknown>; decision: Decision }, Record<string, unknown>> = {
  schema: { allOf: [ref('TimeslotChanges'), decisionBody.schema] },
  read: json => {
    const { extras, fields } = changesBeside(timeslots, decisionBody, json)
    return { fields, decision: extras }
  },
}

export const updateTimeslot = defineCall({
  method: 'PATCH',
  path: '/schedules/{scheduleId}/timeslots/{id}',
  access: writing,
  scopes: ['setup'],
  tag: 'Timeslots',
  operationId: 'updateTimeslot',
  summary: 'Change fields of a timeslot',
  description: asksFirst,
  headers: 'If-Match',
  body: patchBody,
  answer: { description: 'The timeslot as it is now', schema: recordOf(timeslots), headers: 'ETag' },
})

const bulkActions = ['open', 'close', 'cancel', 'delete', 'set_capacity'] as const
type BulkAction = (typeof bulkActions)[number]

interface BulkInput extends Decision {
  ids: readonly string[]
  action: BulkAction
  capacity?: unknown
}

/** Per call: weeks of a busy schedule. */
const maxIds = 5000

const missing: Message = { key: 'validation.required', args: {} }

const idsProblem = (ids: unknown): Message | null => {
  if (!Array.isArray(ids) || ids.length === 0) return missing
  if (ids.length > maxIds) return { key: 'validation.tooMany', args: { max: maxIds } }
  return ids.every(one => typeof one === 'string' && isUuid(one)) ? null : { key: 'validation.uuid', args: {} }
}

const readChosen = (ids: unknown, action: unknown, capacity: unknown, others: readonly string[]) => {
  const errors: Record<string, Message> = Object.fromEntries(
    others.map(name => [name, { key: 'validation.unknown', args: {} }]),
  )
  const wrongIds = idsProblem(ids)
  if (wrongIds) errors.ids = wrongIds
  const known = bulkActions.find(one => one === action)
  if (!known) errors.action = { key: 'validation.choice', args: { values: bulkActions.join(', ') } }
  if (known === 'set_capacity' && capacity === undefined) errors.capacity = missing
  if (!known || Object.keys(errors).length > 0) throw new InvalidBody(errors)
  const unique = new Set((ids as readonly string[]).map(one => one.toLowerCase()))
  return { ids: [...unique], action: known, capacity }
}

const bulkBody: Body<
  BulkInput,
  DecisionInput & { readonly ids: readonly string[]; readonly action: BulkAction; readonly capacity?: number | null }
> = {
  schema: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: maxIds },
      action: { type: 'string', enum: [...bulkActions] },
      capacity: {
        anyOf: [{ type: 'integer', minimum: 1, maximum: 10_000 }, { type: 'null' }],
        description: 'For `set_capacity`; null: the resources decide',
      },
      ...(decisionBody.schema.properties as object),
    },
    required: ['ids', 'action'],
  },
  read: ({ ids, action, capacity, bookings = null, reason = null, notify = false, ...others }) => {
    const { chosen, decision } = readAll({
      chosen: () => readChosen(ids, action, capacity, Object.keys(others)),
      decision: () => decisionBody.read({ bookings, reason, notify }),
    })
    return { ...chosen, ...decision }
  },
}

export const changeTimeslots = defineCall({
  method: 'POST',
  path: '/schedules/{scheduleId}/timeslots/bulk',
  access: writing,
  scopes: ['setup'],
  tag: 'Timeslots',
  operationId: 'changeTimeslots',
  summary: 'Open, close, cancel, resize or delete many timeslots',
  description: asksFirst,
  body: bulkBody,
  answer: { description: 'What became of each timeslot', schema: z.array(bulkResultSchema) },
})
