import { schedules } from '../../../src/resources/schedules'
import { timeslots } from '../../../src/resources/timeslots'
import type { GenerateOptions, GenerationPlan, ScheduleInput } from '../../../src/scheduling'
import { noteAction } from '../../http/audit/noteAction'
import { schedulesBehaviour } from '../../http/behaviours/schedules'
import type { Body } from '../../http/body'
import type { ApiRecord } from '../../http/crud/apiRecord'
import { requireVersion } from '../../http/crud/checks'
import { findRecord } from '../../http/crud/read'
import { ifMatchHeader, recordAnswer, recordBody, scopeOf } from '../../http/crud/routes'
import { requireParents } from '../../http/crud/scope'
import { updateRecord } from '../../http/crud/single'
import { uuidSchema } from '../../http/openapi/fieldSchema'
import { objectOf } from '../../http/openapi/objectOf'
import { ref } from '../../http/openapi/schemas'
import type { JsonSchema } from '../../http/queryParams'
import { defineRoute, type RouteAccess } from '../../http/route'
import type { UnitOfWork } from '../../http/unitOfWork'
import { saidSchema } from '../availability/schemas'
import { bulkBody, changeTimeslots } from './bulk'
import { generate } from './generate'
import { generationBody } from './generationBody'
import { announceCancelled, decisionBody, requireCancelling, settleBookings } from './settleBookings'
import { lockTimeslots, settledBehaviour } from './timeslotsBehaviour'

const access = { who: 'member', role: 'admin', tenant: { header: 'X-Tenant-ID' } } as const satisfies RouteAccess
const integer: JsonSchema = { type: 'integer' }
const text: JsonSchema = { type: 'string' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }

const generationSchema = objectOf({
  dryRun: { type: 'boolean' },
  created: integer,
  kept: integer,
  deleted: integer,
  conflicts: { ...integer, description: 'Booked or edited by hand, and not as they would be made now: they stay' },
  dstNotes: {
    type: 'array',
    items: objectOf({ date: { type: 'string', format: 'date' }, dayLengthMinutes: integer, ...saidSchema }),
    description: 'Days of the range on which the clocks change',
  },
  timeslots: {
    type: 'array',
    items: {
      ...objectOf({
        timeslotId: { anyOf: [uuidSchema, { type: 'null' }], description: 'Null for one to be created' },
        startsAt: instant,
        endsAt: instant,
        capacity: { anyOf: [integer, { type: 'null' }] },
        action: { type: 'string', enum: ['create', 'keep', 'delete', 'conflict'] },
      }),
      description:
        '`reason` says in English what is special about one, `reasons` the same as sentences with their params',
    },
  },
})

/** What was left out or is null is the schedule's own. */
const optionsOf = ({
  from,
  to,
  slotDurationMinutes,
  gapMinutes,
  capacity,
  onExisting,
}: ReturnType<typeof generationBody.read>): GenerateOptions => ({
  from,
  to,
  slotDurationMinutes,
  gapMinutes,
  onExisting: onExisting as GenerateOptions['onExisting'] & string,
  ...(capacity !== null && { capacity }),
})

/** In the audit log, a generation is one entry of the schedule. */
const noteGeneration = (unit: UnitOfWork, schedule: ApiRecord, { created, deleted }: GenerationPlan): void => {
  if (created + deleted === 0) return
  noteAction(unit, {
    action: 'generated',
    resource: schedules,
    record: schedule,
    label: String(schedule.name),
    changes: {
      created: { from: null, to: created },
      ...(deleted > 0 && { deleted: { from: null, to: deleted } }),
    },
  })
}

const changes = recordBody('TimeslotChanges', [])

const patchBody: Body<{ fields: Record<string, unknown>; decision: ReturnType<typeof decisionBody.read> }> = {
  schema: { allOf: [changes.schema, decisionBody.schema] },
  read: ({ bookings = null, reason = null, ...json }) => ({
    fields: changes.read(json),
    decision: decisionBody.read({ bookings, reason }),
  }),
}

const asksFirst =
  'Cancelling what is booked answers 409 `timeslot_booked`, with the bookings in `usedBy`, until `bookings` says whether to keep them or to cancel them as well. Nobody is notified.'

export const timeslotRoutes = [
  defineRoute({
    method: 'PATCH',
    path: '/schedules/{scheduleId}/timeslots/{id}',
    access,
    tag: 'Timeslots',
    operationId: 'updateTimeslot',
    summary: 'Change fields of a timeslot',
    description: asksFirst,
    headers: ifMatchHeader,
    body: patchBody,
    answer: {
      status: 200,
      description: 'The timeslot as it is now',
      schema: ref('Timeslot'),
      headers: { ETag: { description: 'The version of the record, for `If-Match`', schema: text } },
    },
    handler: async request => {
      const { params, body } = request
      const { fields, decision } = body
      const { scheduleId, id } = params
      const scope = scopeOf(timeslots, settledBehaviour, request)
      const ifMatch = request.headers.get('if-match')
      requireCancelling(decision, fields.status === 'cancelled')
      const { record, cancelled } = await request.write(async unit => {
        unit.reason = decision.reason
        // Before any row is locked, as bookings do.
        await lockTimeslots(unit.db, scheduleId)
        const before = await findRecord(unit.db, scope, id, { lock: true })
        await requireVersion(unit.db, scope, before, ifMatch)
        const isCancelled = fields.status === 'cancelled' && (before.status !== 'cancelled' || decision.bookings)
        const cancelled = isCancelled
          ? await settleBookings(unit, request, { scheduleId, timeslotIds: [id] }, decision)
          : []
        return { record: await updateRecord(unit, scope, id, { input: fields, ifMatch }), cancelled }
      })
      announceCancelled(request, cancelled)
      return recordAnswer(200, record)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/schedules/{id}/generate',
    access,
    tag: 'Timeslots',
    operationId: 'generateTimeslots',
    summary: 'Make timeslots from the hours of a schedule, or see what that would do',
    description: 'Made again, it changes nothing. At most 50,000 timeslots.',
    body: generationBody,
    answer: { status: 200, description: 'What was done, or would be', schema: generationSchema },
    handler: async request => {
      const { params, body, caller, services } = request
      const { dryRun } = body
      const plan = await request.write(async unit => {
        const { db } = unit
        const schedule = await findRecord(db, scopeOf(schedules, schedulesBehaviour, request), params.id)
        const done = await generate(db, {
          tenantId: caller.tenant.id,
          schedule: schedule as unknown as ScheduleInput,
          options: optionsOf(body),
          dryRun,
          now: services.now(),
        })
        if (!dryRun) noteGeneration(unit, schedule, done)
        return done
      })
      return { status: 200, body: { dryRun, ...plan } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/schedules/{scheduleId}/timeslots/bulk',
    access,
    tag: 'Timeslots',
    operationId: 'changeTimeslots',
    summary: 'Open, close, cancel, resize or delete many timeslots',
    description: asksFirst,
    body: bulkBody,
    answer: {
      status: 200,
      description: 'What became of each timeslot',
      schema: { type: 'array', items: ref('BulkResult') },
    },
    handler: async request => {
      const { body, params } = request
      const { scheduleId } = params
      requireCancelling(body, body.action === 'cancel')
      const scope = scopeOf(timeslots, settledBehaviour, request)
      const { results, cancelled } = await request.write(async unit => {
        unit.reason = body.reason
        await requireParents(unit.db, scope)
        await lockTimeslots(unit.db, scheduleId)
        const question = { scheduleId, timeslotIds: body.ids }
        const cancelled = body.action === 'cancel' ? await settleBookings(unit, request, question, body) : []
        return { results: await changeTimeslots(unit, scope, body), cancelled }
      })
      announceCancelled(request, cancelled)
      return { status: 200, body: results }
    },
  }),
]
