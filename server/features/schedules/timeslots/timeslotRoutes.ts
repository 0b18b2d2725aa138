import { calls } from '../../../../src/calls'
import { schedules } from '../../../../src/resources/schedules'
import { timeslots } from '../../../../src/resources/timeslots'
import type { GenerateOptions, GenerationPlan } from '../../../../src/scheduling'
import {
  type ApiRecord,
  findRecord,
  implement,
  inLine,
  noteAction,
  noteEvent,
  type RequestOf,
  recordReply,
  requireParents,
  requireVersion,
  scopeOf,
  type UnitOfWork,
  updateRecord,
} from '../../../serve'
import { schedulesHooks } from '../schedulesHooks'
import { changeTimeslots } from './bulk'
import { generate } from './generate'
import { announceCancelled, requireCancelling, settleBookings } from './settleBookings'
import { lockTimeslots, settledHooks } from './timeslotsHooks'

export const optionsOf = ({
  from,
  to,
  slotDurationMinutes,
  gapMinutes,
  capacity,
  onExisting,
}: Omit<RequestOf<typeof calls.schedules.generate>['body'], 'dryRun'>): GenerateOptions => ({
  from,
  to,
  slotDurationMinutes,
  gapMinutes,
  onExisting: onExisting as GenerateOptions['onExisting'] & string,
  ...(capacity !== null && { capacity }),
})

export const noteGeneration = (unit: UnitOfWork, schedule: ApiRecord, { created, deleted }: GenerationPlan): void => {
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
  const { id } = schedule
  noteEvent(unit, { type: 'schedule.generated', subjectType: 'schedule', subjectId: id, data: schedule })
}

export const timeslotRoutes = [
  implement(calls.schedules.updateTimeslot, async request => {
    const { params, body } = request
    const { fields, decision } = body
    const { scheduleId, id } = params
    const scope = scopeOf(timeslots, settledHooks, request)
    const ifMatch = request.headers.get('if-match')
    requireCancelling(decision, fields.status === 'cancelled')
    const { record, cancelled } = await request.write(async unit => {
      unit.reason = decision.reason
      // Before any row lock, as bookings do.
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
    return recordReply(record)
  }),
  implement(calls.schedules.generate, async request => {
    const { params, body, caller, services } = request
    const { dryRun } = body
    const plan = await inLine(
      'generate',
      caller,
      lock =>
        request.write(async unit => {
          const { db } = unit
          await lock(db)
          const scope = scopeOf(schedules, schedulesHooks, request)
          const schedule = await findRecord(db, scope, params.id)
          const done = await generate(db, {
            tenantId: caller.tenant.id,
            schedule,
            options: optionsOf(body),
            dryRun,
            now: services.now(),
          })
          const hasChanged = !dryRun && done.created + done.deleted > 0
          if (hasChanged) noteGeneration(unit, await findRecord(db, scope, params.id, { isWhole: true }), done)
          return done
        }),
      { again: 'refused' },
    )
    return { dryRun, ...plan }
  }),
  implement(calls.schedules.changeTimeslots, async request => {
    const { body, params } = request
    const { scheduleId } = params
    requireCancelling(body, body.action === 'cancel')
    const scope = scopeOf(timeslots, settledHooks, request)
    const { results, cancelled } = await request.write(async unit => {
      unit.reason = body.reason
      await requireParents(unit.db, scope)
      await lockTimeslots(unit.db, scheduleId)
      const question = { scheduleId, timeslotIds: body.ids }
      const cancelled = body.action === 'cancel' ? await settleBookings(unit, request, question, body) : []
      return { results: await changeTimeslots(unit, scope, body), cancelled }
    })
    announceCancelled(request, cancelled)
    return results
  }),
]
