import { calls } from '../../../../src/calls'
import { visits } from '../../../../src/resources/visits'
import { type ActionCall, type ApiRecord, actionsFor, type ResourceHooks } from '../../../serve'
import type { MemberRequest, ReadingRequest } from '../bookingScope'
import { refuseKey } from '../refuseKey'
import { orAlternatives } from '../slotUnavailable'
import { announceVisit } from './announceVisit'
import { previewMove, reschedule } from './moveVisit'
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
import { visitColumns } from './visitColumns'
import { answeredVisit, lockParts } from './visitState'
import { orOtherVisits } from './visitUnavailable'

const on =
  <I>(work: (held: HeldVisit, input: I, isUndo: boolean) => Promise<void>) =>
  async ({ unit, request, record, input, isUndo }: ActionCall<I, typeof visits>): Promise<ApiRecord> => {
    const asking = request as MemberRequest
    await work({ unit, request: asking, visit: await lockParts(unit.db, asking, record) }, input, isUndo)
    return answeredVisit(unit.db, asking, record.id)
  }

const previewed = async (request: ActionCall['request']): Promise<ApiRecord> => {
  const { body, headers, params } = request
  refuseKey(headers)
  const asking = request as ReadingRequest
  const input = body as InputOf<'reschedule'>
  const ifMatch = headers.get('if-match')
  return orOtherVisits(asking, () => previewMove(asking, params.id ?? '', input, ifMatch))
}

export const visitsHooks: ResourceHooks = {
  ...visitColumns,
  actions: actionsFor(visits, {
    confirm: on<InputOf<'confirm'>>((held, input) => confirm(held, input)),
    approve: on(approve),
    decline: on(decline),
    checkIn: on((held, _, isUndo) => checkIn(held, isUndo)),
    complete: on((held, _, isUndo) => complete(held, isUndo)),
    noShow: on(noShow),
    reschedule: on<InputOf<'reschedule'>>((held, input) => reschedule(held, input)),
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
    const asking = request as ReadingRequest
    if (request.body?.dryRun === true) return previewed(request)
    const record = await orOtherVisits(asking, () => orAlternatives({ work, read: request.read }))
    announceVisit(asking, record as never)
    return record
  },
}
