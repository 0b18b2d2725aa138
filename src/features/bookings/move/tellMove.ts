import type { useNotify } from 'ra-core'
import { calls } from '../../../calls'
import type { Booking } from '../../../resources/bookings'
import { type SlotwiseDataProvider, serverNow, type useFailure, type useText } from '../../../show'

/** The statuses that customers know of. */
const standing: ReadonlySet<Booking['status']> = new Set(['pending', 'confirmed'])

export interface TellingMeans {
  dataProvider: SlotwiseDataProvider
  text: ReturnType<typeof useText>
  notify: ReturnType<typeof useNotify>
  failureOf: ReturnType<typeof useFailure>
}

/** Whether the customer may not know of a move: the booking has moved and is not over. */
export const mayBeUntold = ({ customerId, status, endsAt, icalSequence }: Booking): boolean =>
  customerId !== null && standing.has(status) && icalSequence > 0 && Date.parse(endsAt) > serverNow()

/** The address of a customer who does not know of a move; null if nobody can be reached. */
export const addressToTell = async (
  booking: Booking,
  dataProvider: SlotwiseDataProvider,
  signal?: AbortSignal,
): Promise<string | null> => {
  if (!mayBeUntold(booking)) return null
  const params = { id: booking.id }
  const { isUntold, email } = await dataProvider.call(calls.notifications.untoldMove, {
    params,
    ...(signal && { signal }),
  })
  return isUntold ? email : null
}

/** Mails the customer that the booking moved, and shows a notification. */
export const tellMove = async (
  { id, customerName }: Booking,
  email: string,
  { dataProvider, text, notify, failureOf }: TellingMeans,
): Promise<void> => {
  try {
    await dataProvider.call(calls.notifications.tellMove, { params: { id } })
    notify(text('booking.toldMove', { name: customerName ?? '', email }), { type: 'success' })
  } catch (error) {
    notify(failureOf(error).detail, { type: 'error' })
  }
}
