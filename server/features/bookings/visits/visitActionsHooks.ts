import { calls } from '../../../../src/calls'
import { visits } from '../../../../src/resources/visits'
import { type ActionCall, type ApiRecord, actionsFor, type ResourceHooks } from '../../../serve'
import type { MemberRequest, ReadingRequest } from '../bookingScope'
import { orAlternatives } from '../slotUnavailable'
import { announceVisit } from './announceVisit'
import { loadMove, type MovePreview, previewMove, reschedule } from './moveVisit'
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
import { answeredVisit, lockParts, stateOf } from './visitState'
import { visitsHooks } from './visitsHooks'
import { orOtherVisits } from './visitUnavailable'

const on =
  <I>(work: (held: HeldVisit, input: I, isUndo: boolean) => Promise<void>) =>
  async ({ unit, request, record, input, isUndo }: ActionCall<I, typeof visits>): Promise<ApiRecord> => {
    const asking = request as MemberRequest
    await work({ unit, request: asking, visit: await lockParts(unit.db, asking, record) }, input, isUndo)
    return (await answeredVisit(unit.db, asking, record.id)) as unknown as ApiRecord
  }

/** Planned after the transaction of the call. */
const previews = new WeakMap<object, MovePreview>()

const move = async ({ unit, request, record, input }: ActionCall<InputOf<'reschedule'>, typeof visits>) => {
  const asking = request as MemberRequest
  const held = { unit, request: asking, visit: await stateOf(unit.db, asking, record, { lock: !input.dryRun }) }
  if (!input.dryRun) return (await reschedule(held, input)) as unknown as ApiRecord
  previews.set(request, await loadMove(held, input))
  return record as ApiRecord
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
    reschedule: move,
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
    const record = await orOtherVisits(request as ReadingRequest, async () => {
      const done = await orAlternatives({ work, read: request.read })
      const preview = previews.get(request)
      return preview ? ((await previewMove(request as MemberRequest, preview)) as never) : done
    })
    if (request.body?.dryRun !== true) announceVisit(request as MemberRequest, record as never)
    return record
  },
}
