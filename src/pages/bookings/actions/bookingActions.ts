import type { MessageKey } from '../../../i18n/en'
import type { Booking } from '../../../resources/bookings'
import { type BookingAction, canDo, canUndo, type UndoableAction } from '../../../scheduling'

/** What a person can do with a booking, by what happens then. */
export type Choice =
  | { kind: 'do'; action: BookingAction; label: MessageKey; done: MessageKey }
  | { kind: 'undo'; action: UndoableAction; label: MessageKey; done: MessageKey }
  | { kind: 'reason'; action: 'cancel' | 'decline'; label: MessageKey; done: MessageKey }
  | { kind: 'move'; label: MessageKey }

const simple = ['confirm', 'approve', 'check-in', 'complete', 'no-show', 'restore', 'extend-hold'] as const
const undoable = ['check-in', 'complete', 'no-show'] as const
const withReason = ['decline', 'cancel'] as const

const move: Choice = { kind: 'move', label: 'booking.do.reschedule' }

const day = 86_400_000

/** All that the status machine allows at a moment, what is likeliest first: moving it while it is far off, the arrival on its day. */
export const choicesOf = (booking: Booking, now: number): Choice[] => {
  const moves = canDo('reschedule', booking, now) ? [move] : []
  const isFarOff = Date.parse(booking.startsAt) - now > day
  const steps = simple
    .filter(action => canDo(action, booking, now))
    .map((action): Choice => ({ kind: 'do', action, label: `booking.do.${action}`, done: `booking.done.${action}` }))
  return [
    ...(isFarOff && booking.status === 'confirmed' ? [...moves, ...steps] : [...steps, ...moves]),
    ...undoable
      .filter(action => canUndo(action, booking, now))
      .map((action): Choice => ({ kind: 'undo', action, label: `booking.undo.${action}`, done: 'booking.done.undo' })),
    ...withReason
      .filter(action => canDo(action, booking, now))
      .map(
        (action): Choice => ({ kind: 'reason', action, label: `booking.do.${action}`, done: `booking.done.${action}` }),
      ),
  ]
}
