import * as z from 'zod/mini'
import { type Body, described, fieldsBody, param, paramMembers, required } from '../declare'
import { generationPlanSchema } from '../scheduling/answers'
import { simulationSchema } from '../scheduling/whatIf/answers'
import { affectedSchema, maxAffected } from './affected'
import { invalidMember, readAll } from './bodies'
import { prefixed } from './prefixed'
import { generationCheck, generationFields } from './schedules'

/** Names as in the audit log. */
export const draftEntities = [
  'schedules',
  'resourceRules',
  'resources',
  'resourceTypes',
  'variants',
  'channels',
  'catalogItems',
  'timeslots',
  'tenants',
] as const
export type DraftEntity = (typeof draftEntities)[number]

export interface DraftChange {
  action: 'create' | 'update' | 'delete'
  entityType: DraftEntity
  /** Any id for a new record, to refer to. */
  id?: string | undefined
  parentId?: string | undefined
  /** A create's or update's body; also `resources` for variants, `ruleIds` for resources. */
  data: Readonly<Record<string, unknown>>
}

const scalars = paramMembers({
  from: required(param('moment', 'From when')),
  to: required(param('moment', 'Until when, excluded; at most 62 days')),
  timeZone: param('timeZone', 'The zone that days are counted in; the tenant’s unless given'),
  variantIds: param('ids', 'Answer exactly these variants; all that the changes concern unless given'),
  resourceIds: param('ids', 'Answer exactly these resources; all that the changes concern unless given', { max: 200 }),
  channelId: param('id', 'Through which channel; the back office’s unless given'),
  quantity: param('integer', 'Units or persons; each variant’s least unless given', {
    min: 1,
    max: 10_000,
    absent: undefined,
  }),
  durationMinutes: param('integer', 'Length of a booking that leaves it open', {
    min: 1,
    max: 527_040,
    absent: undefined,
  }),
  bookingsTo: param('instant', 'Bookings to come that start before this are judged; `to` unless given'),
})

const heads = paramMembers({
  action: required(param('choice', 'What is done', ['create', 'update', 'delete'] as const)),
  entityType: required(param('choice', 'The records', draftEntities)),
  id: param('id', 'Of the record; for a new one any, by which later changes name it'),
  parentId: param('id', 'The item of a new variant, the schedule of a new timeslot'),
})

const maxChanges = 20

const scheduleMember = paramMembers({ scheduleId: required(param('id', 'The schedule')) })
const generation = fieldsBody(generationFields, generationCheck)

interface SimulateBody {
  question: ReturnType<typeof scalars.read>
  changes: DraftChange[]
  generate: ({ scheduleId: string } & ReturnType<typeof generation.read>) | null
}

type Given<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

export interface SimulateInput
  extends Given<{
    timeZone: string
    variantIds: readonly string[]
    resourceIds: readonly string[]
    channelId: string
    quantity: number
    durationMinutes: number
    bookingsTo: string
  }> {
  readonly from: string
  readonly to: string
  readonly changes: readonly (Omit<DraftChange, 'data'> & { readonly data?: DraftChange['data'] })[]
  readonly generate?: ({ readonly scheduleId: string } & NonNullable<typeof generation.given>) | null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readChange = (json: unknown, index: number): DraftChange => {
  const path = `changes.${index}`
  if (!isObject(json)) throw invalidMember(path, 'validation.invalid')
  const { data = {}, ...head } = json
  const { named, content } = readAll({
    named: () => {
      const { action, entityType, ...rest } = heads.read(head, `${path}.`)
      if (!action || !entityType) throw invalidMember(path, 'validation.required')
      if (action !== 'create' && !rest.id) throw invalidMember(`${path}.id`, 'validation.required')
      return { action, entityType, ...rest }
    },
    content: () => {
      if (!isObject(data)) throw invalidMember(`${path}.data`, 'validation.invalid')
      return data
    },
  })
  return { ...named, data: content }
}

const readChanges = (changes: unknown): DraftChange[] => {
  if (!Array.isArray(changes) || changes.length === 0) throw invalidMember('changes', 'validation.required')
  if (changes.length > maxChanges) throw invalidMember('changes', 'validation.tooMany', { max: maxChanges })
  return Object.values(readAll(Object.fromEntries(changes.map((one, index) => [index, () => readChange(one, index)]))))
}

const readGenerate = (generate: unknown): SimulateBody['generate'] => {
  if (generate === null) return null
  if (!isObject(generate)) throw invalidMember('generate', 'validation.invalid')
  const { scheduleId, ...options } = generate
  return prefixed('generate', () => {
    const read = readAll({
      schedule: () => scheduleMember.read({ scheduleId }),
      options: () => generation.read(options),
    })
    return { scheduleId: read.schedule.scheduleId ?? '', ...read.options }
  })
}

export const simulateBody: Body<SimulateBody, SimulateInput> = {
  schema: {
    type: 'object',
    properties: {
      ...scalars.properties,
      changes: {
        type: 'array',
        minItems: 1,
        maxItems: maxChanges,
        description: 'Applied in this order',
        items: {
          type: 'object',
          properties: {
            ...heads.properties,
            data: {
              type: 'object',
              additionalProperties: true,
              example: { name: 'Draft', timeZone: 'Europe/Berlin' },
              description:
                'What creating or updating the record takes; for variants also `resources`, for resources also `ruleIds`',
            },
          },
          required: heads.required,
        },
      },
      generate: {
        anyOf: [
          {
            allOf: [
              { type: 'object', properties: scheduleMember.properties, required: scheduleMember.required },
              generation.schema,
            ],
          },
          { type: 'null' },
        ],
        description: 'Timeslots to make after the changes',
      },
    },
    required: [...scalars.required, 'changes'],
  },
  read: ({ changes, generate = null, ...rest }) =>
    readAll({
      question: () => scalars.read(rest),
      changes: () => readChanges(changes),
      generate: () => readGenerate(generate),
    }),
}

export const simulateAnswer = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  timeZone: z.string(),
  bookingsTo: z.iso.datetime(),
  ...simulationSchema.shape,
  bookings: z.object({
    ...simulationSchema.shape.bookings.shape,
    laterCount: described(z.int(), 'Bookings that start after `bookingsTo`, which are not judged'),
    items: described(z.array(affectedSchema), `At most ${maxAffected}: stranded ones first, then by start`),
  }),
  timeslots: described(z.nullable(generationPlanSchema), 'What generating would do'),
})
