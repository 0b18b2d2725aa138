import { DAY, type InstantInput, toMillis } from '../../time/instant'
import type { BookingStatus } from '../snapshot'

/** The actions on an existing booking, named as in the API's paths (docs/domain.md#status-machine). */
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

/** Actions that can be undone. */
export type UndoableAction = 'check-in' | 'complete' | 'no-show'

/** The part of a booking that decides which actions are possible. */
export interface BookingState {
  /** The stored status: an expired hold is still `held`. */
  status: BookingStatus
  startsAt: InstantInput
  holdExpiresAt?: InstantInput | null
  isHoldExtended?: boolean
  checkedInAt?: InstantInput | null
  statusChangedAt: InstantInput
}

/** How long `completed` and `no_show` can be undone, in milliseconds. */
const undoFor = 7 * DAY

/** The status at `now` (epoch ms): a hold expires by the clock alone. */
export function statusAt(
  { status, holdExpiresAt }: Pick<BookingState, 'status' | 'holdExpiresAt'>,
  now: number,
): BookingStatus {
  return status === 'held' && holdExpiresAt && toMillis(holdExpiresAt) <= now ? 'expired' : status
}

const from: Record<BookingAction, readonly BookingStatus[]> = {
  // An expired hold can still be confirmed if its place is still free.
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

/** Whether an action is possible at `now` (epoch ms). Permissions are checked elsewhere. */
export function canDo(action: BookingAction, booking: BookingState, now: number): boolean {
  if (!from[action].includes(statusAt(booking, now))) return false
  if (action === 'check-in') return !booking.checkedInAt
  if (action === 'complete' || action === 'no-show') return toMillis(booking.startsAt) <= now
  if (action === 'extend-hold') return !booking.isHoldExtended
  return true
}

/** Whether an action can be undone at `now` (epoch ms): `complete` and `no-show` for 7 days after they were done. */
export function canUndo(action: UndoableAction, booking: BookingState, now: number): boolean {
  if (action === 'check-in') return booking.status === 'confirmed' && Boolean(booking.checkedInAt)
  const ended = action === 'complete' ? 'completed' : 'no_show'
  return booking.status === ended && now - toMillis(booking.statusChangedAt) < undoFor
}
