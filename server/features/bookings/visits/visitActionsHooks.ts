import { calls } from '../../../../src/calls'
import type { Visit } from '../../../../src/calls/visits'
import { visits } from '../../../../src/resources/visits'
import { type ActionCall, type ApiRecord, actionsFor, type ResourceHooks } from '../../../serve'
import type { MemberRequest, ReadingRequest } from '../bookingScope'
import { orAlternatives } from '../slotUnavailable'
import { announceVisit } from './announceVisit'
import { reschedule } from './moveVisit'
import {
  approve,
  cancel,
  checkIn,
  complete,
  confirm,
  decline,
  extendHold,
  type HeldVisit,
  type InputOf,
  noShow,
  restore,
} from './visitActions'
import { answeredVisit, lockParts } from './visitState'
import { visitsHooks } from './visitsHooks'
import { orOtherVisits } from './visitUnavailable'

const answering =
  <I>(work: (held: HeldVisit, input: I, isUndo: boolean) => Promise<Visit>) =>
  async ({ unit, request, record, input, isUndo }: ActionCall<I, typeof visits>): Promise<ApiRecord> => {
    const visit = await lockParts(unit.db, request as MemberRequest, record)
    const held = { unit, request: request as MemberRequest, visit }
    return (await work(held, input, isUndo)) as unknown as ApiRecord
  }

const on = <I>(work: (held: HeldVisit, input: I, isUndo: boolean) => Promise<void>) =>
  answering<I>(async (held, input, isUndo) => {
    await work(held, input, isUndo)
    return answeredVisit(held.unit.db, held.request, held.visit.record.id)
  })

export const visitActionsHooks: ResourceHooks = {
  ...visitsHooks,
  actions: actionsFor(visits, {
    confirm: on<InputOf<'confirm'>>((held, input) => confirm(held, input)),
    approve: on(approve),
    decline: on(decline),
    checkIn: on((held, _, isUndo) => checkIn(held, isUndo)),
    complete: on((held, _, isUndo) => complete(held, isUndo)),
    noShow: on(noShow),
    reschedule: answering<InputOf<'reschedule'>>((held, input) => reschedule(held, input)),
    restore: on(restore),
    extendHold: on(extendHold),
    cancel: on(cancel),
  }),
  actionBodies: {
    cancel: calls.visits.withPartIndexes,
    restore: calls.visits.withPartIndexes,
    confirm: calls.visits.withPartAnswers,
  },
  aroundAction: async (request, work) => {
    const record = await orOtherVisits(request as ReadingRequest, () => orAlternatives({ work, read: request.read }))
    if (request.body?.dryRun !== true) announceVisit(request as MemberRequest, record as never)
    return record
  },
}
