import type { bookingActions } from '../../../../src/resources/bookingActions'
import { findRecord, type ResourceHooks, type UnitOfWork } from '../../../serve'
import type { confirm as confirmOne } from '../actions'
import { type BookingRecord, findBooking } from '../bookingScope'
import type { Held } from '../changeBooking'
import { deleteVisit } from './changeVisit'
import { approve, confirm, decline, extendHold, type HeldVisit, type InputOf } from './visitActions'
import { visitScope } from './visitColumns'
import { lockParts } from './visitState'

/** Locks it, with all its parts. */
export const wholeOf = async ({ unit, request }: Held, visitId: string): Promise<HeldVisit> => {
  const record = await findRecord(unit.db, visitScope(request), visitId, { lock: true })
  return { unit, request, visit: await lockParts(unit.db, request, record) }
}

const done = new WeakMap<UnitOfWork, Set<string>>()
const callOf = (visitId: string | null, { name, isUndo }: { name: string; isUndo: boolean }) =>
  `${visitId} ${name} ${isUndo}`

export const isDoneTogether: ResourceHooks['isDoneAlong'] = (unit, { visitId }, call) =>
  done.get(unit)?.has(callOf(visitId as string | null, call)) ?? false

export type Together<I> = (held: Held, visitId: string, input: I, isUndo: boolean) => Promise<BookingRecord>

/** Of a visit, all parts at once, whichever part is asked (docs/domain.md#visits). */
const together =
  <I>(
    name: keyof typeof bookingActions,
    whole: (held: HeldVisit, input: I, isUndo: boolean, asked: BookingRecord) => Promise<void>,
  ): Together<I> =>
  async (held, visitId, input, isUndo) => {
    const { unit, request, before } = held
    await whole(await wholeOf(held, visitId), input, isUndo, before)
    done.set(unit, (done.get(unit) ?? new Set()).add(callOf(visitId, { name, isUndo })))
    return findBooking(unit.db, request, before.id)
  }

export const confirmTogether = together<Parameters<typeof confirmOne>[1]>(
  'confirm',
  (held, { answers = null, total, ...input }, _, { visitIndex }) =>
    confirm(held, { ...input, partAnswers: [] }, { index: visitIndex ?? 0, answers, total }),
)
export const approveTogether = together<InputOf<'approve'>>('approve', approve)
export const declineTogether = together<InputOf<'decline'>>('decline', decline)
export const extendHoldTogether = together<unknown>('extendHold', extendHold)

/** @returns the ids of all deleted bookings */
export const deleteTogether = async (held: Held, visitId: string): Promise<string[]> =>
  deleteVisit(await wholeOf(held, visitId))
