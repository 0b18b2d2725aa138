import type { useNotify } from 'ra-core'
import { calls } from '../../../calls'
import type { Booking } from '../../../resources/bookings'
import { type SlotwiseDataProvider, serverNow, type useFailure } from '../../../show'
import type { useText } from '../useText'

const knownStatuses: ReadonlySet<Booking['status']> = new Set(['pending', 'confirmed'])

export interface TellingMeans {
  dataProvider: SlotwiseDataProvider
  text: ReturnType<typeof useText>
  notify: ReturnType<typeof useNotify>
  failureOf: ReturnType<typeof useFailure>
}

/** The booking has moved and is not over. */
export const mayBeUntold = ({ customerId, status, endsAt, icalSequence }: Booking): boolean =>
  customerId !== null && knownStatuses.has(status) && icalSequence > 0 && Date.parse(endsAt) > serverNow()

/** Null if the customer knows or cannot be reached. */
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
