import type { useNotify } from 'ra-core'
import { calls } from '../../../calls'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { serverNow } from '../../../dataProvider/serverClock'
import type { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import type { useFailure } from '../../../ui/failure/useFailure'

/** What customers know of. */
const standing: ReadonlySet<Booking['status']> = new Set(['pending', 'confirmed'])

export interface TellingMeans {
  dataProvider: SlotwiseDataProvider
  text: ReturnType<typeof useText>
  notify: ReturnType<typeof useNotify>
  failureOf: ReturnType<typeof useFailure>
}

/** Whether a customer could be told of a move: not of what is over, and not if it never moved. */
export const mayBeUntold = ({ customerId, status, endsAt, icalSequence }: Booking): boolean =>
  customerId !== null && standing.has(status) && icalSequence > 0 && Date.parse(endsAt) > serverNow()

/** Where to mail a customer who was not told of a move; null where that reaches nobody. */
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

/** Mails the customer of a booking that it was moved, and says so. */
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
