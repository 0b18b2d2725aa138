import type { BookingStatus } from '../snapshot'
import { DAY, type InstantInput, toMillis } from '../time/instant'

/** What can be done with a booking that is there, by the names of the API's paths (domain §2.14.1). */
export const BOOKING_ACTIONS = [
  'confirm',
  'approve',
  'decline',
  'cancel',
  'reschedule',
  'reassign',
  'check-in',
  'complete',
  'no-show',
  'restore',
  'extend-hold',
] as const
export type BookingAction = (typeof BOOKING_ACTIONS)[number]

/** Actions that take back what they did. */
export type UndoableAction = 'check-in' | 'complete' | 'no-show'

/** What of a booking decides what can be done with it. */
export interface BookingState {
  /** As it is stored: a hold that ran out is still `held`. */
  status: BookingStatus
  startsAt: InstantInput
  holdExpiresAt?: InstantInput | null
  isHoldExtended?: boolean
  checkedInAt?: InstantInput | null
  statusChangedAt: InstantInput
}

/** For how long the end of a booking can be undone. */
const undoFor = 7 * DAY

/** The status at a moment: a hold ends by the clock, without anybody doing anything. */
export function statusAt(
  { status, holdExpiresAt }: Pick<BookingState, 'status' | 'holdExpiresAt'>,
  now: number,
): BookingStatus {
  return status === 'held' && holdExpiresAt && toMillis(holdExpiresAt) <= now ? 'expired' : status
}

const from: Record<BookingAction, readonly BookingStatus[]> = {
  // A hold that ran out can still be confirmed, if nobody took its place.
  confirm: ['held', 'expired'],
  approve: ['pending'],
  decline: ['pending'],
  cancel: ['held', 'pending', 'confirmed'],
  reschedule: ['held', 'pending', 'confirmed'],
  reassign: ['held', 'pending', 'confirmed'],
  'check-in': ['confirmed'],
  complete: ['confirmed'],
  'no-show': ['confirmed'],
  restore: ['cancelled', 'declined'],
  'extend-hold': ['held'],
}

/** Whether something can be done with a booking now; who may do it is another question. */
export function canDo(action: BookingAction, booking: BookingState, now: number): boolean {
  if (!from[action].includes(statusAt(booking, now))) return false
  if (action === 'check-in') return !booking.checkedInAt
  if (action === 'complete' || action === 'no-show') return toMillis(booking.startsAt) <= now
  if (action === 'extend-hold') return !booking.isHoldExtended
  return true
}

/** Whether what was done can be taken back now: an end within 7 days. */
export function canUndo(action: UndoableAction, booking: BookingState, now: number): boolean {
  if (action === 'check-in') return booking.status === 'confirmed' && Boolean(booking.checkedInAt)
  const ended = action === 'complete' ? 'completed' : 'no_show'
  return booking.status === ended && now - toMillis(booking.statusChangedAt) < undoFor
}
