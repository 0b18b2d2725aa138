import { calls } from '../../../../src/calls'
import { visits } from '../../../../src/resources/visits'
import { type ActionCall, type ApiRecord, actionsFor, type ResourceHooks } from '../../../serve'
import type { MemberRequest } from '../bookingScope'
import { orAlternatives } from '../slotUnavailable'
import { announceVisit } from './announceVisit'
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

const on =
  <I>(work: (held: HeldVisit, input: I, isUndo: boolean) => Promise<void>) =>
  async ({ unit, request, record, input, isUndo }: ActionCall<I, typeof visits>): Promise<ApiRecord> => {
    const visit = await lockParts(unit.db, request as MemberRequest, record)
    await work({ unit, request: request as MemberRequest, visit }, input, isUndo)
    return (await answeredVisit(unit.db, request as MemberRequest, record.id)) as unknown as ApiRecord
  }

export const visitActionsHooks: ResourceHooks = {
  ...visitsHooks,
  actions: actionsFor(visits, {
    confirm: on<InputOf<'confirm'>>((held, input) => confirm(held, input)),
    approve: on(approve),
    decline: on(decline),
    checkIn: on((held, _, isUndo) => checkIn(held, isUndo)),
    complete: on((held, _, isUndo) => complete(held, isUndo)),
    noShow: on(noShow),
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
    const record = await orAlternatives({ work, read: request.read })
    announceVisit(request as MemberRequest, record as never)
    return record
  },
}
