import type { bookingActions } from '../../../../src/resources/bookingActions'
import { findRecord, type ResourceHooks, type UnitOfWork } from '../../../serve'
import * as ofBooking from '../actions'
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

/** Whether the call has done it to all parts of the booking's visit. */
export const isDoneTogether: ResourceHooks['isDoneAlong'] = (unit, { visitId }, call) =>
  done.get(unit)?.has(callOf(visitId as string | null, call)) ?? false

/** Of a visit, all parts at once, whichever part is asked (docs/domain.md#visits). */
const together =
  <I>(
    name: keyof typeof bookingActions,
    own: (held: Held, input: I, isUndo: boolean) => Promise<BookingRecord>,
    whole: (held: HeldVisit, input: I, isUndo: boolean, asked: BookingRecord) => Promise<void>,
  ) =>
  async (held: Held, input: I, isUndo: boolean): Promise<BookingRecord> => {
    const { unit, request, before } = held
    if (!before.visitId) return own(held, input, isUndo)
    await whole(await wholeOf(held, before.visitId), input, isUndo, before)
    done.set(unit, (done.get(unit) ?? new Set()).add(callOf(before.visitId, { name, isUndo })))
    return findBooking(unit.db, request, before.id)
  }

type ConfirmInput = Parameters<typeof ofBooking.confirm>[1]

export const confirmTogether = together<ConfirmInput>(
  'confirm',
  ofBooking.confirm,
  (held, { answers = null, total, ...input }, _, { visitIndex }) =>
    confirm(held, { ...input, partAnswers: [] }, { index: visitIndex ?? 0, answers, total }),
)
export const approveTogether = together<InputOf<'approve'>>('approve', ofBooking.approve, approve)
export const declineTogether = together<InputOf<'decline'>>('decline', ofBooking.decline, decline)
export const extendHoldTogether = together<unknown>('extendHold', ofBooking.extendHold, extendHold)

/** @returns the ids of all bookings that are gone */
export const deleteTogether = async (held: Held, visitId: string): Promise<string[]> =>
  deleteVisit(await wholeOf(held, visitId))
