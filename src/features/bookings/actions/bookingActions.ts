import type { MessageKey } from '../../../i18n/text'
import type { Booking } from '../../../resources/bookings'
import { canDo, canUndo, type UndoableAction } from '../../../scheduling'
import { DAY } from '../../../time/instant'

/** An action on a booking, by the way it runs. */
export type Choice =
  | { kind: 'do'; action: (typeof simple)[number]; label: MessageKey; done: MessageKey<'reference'> }
  | { kind: 'undo'; action: UndoableAction; label: MessageKey; done: MessageKey<'reference'> }
  | { kind: 'reason'; action: 'cancel' | 'decline'; label: MessageKey; done: MessageKey<'reference'> }
  | { kind: 'move'; label: MessageKey }

const simple = ['confirm', 'approve', 'check-in', 'complete', 'no-show', 'restore', 'extend-hold'] as const
const undoable = ['check-in', 'complete', 'no-show'] as const
const withReason = ['decline', 'cancel'] as const

const move: Choice = { kind: 'move', label: 'booking.do.reschedule' }

/** The actions that the status machine allows at `now` (epoch ms), the likeliest first: moving while it is far off, arrival on its day. */
export const choicesOf = (booking: Booking, now: number): Choice[] => {
  const moves = canDo('reschedule', booking, now) ? [move] : []
  const isFarOff = Date.parse(booking.startsAt) - now > DAY
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
