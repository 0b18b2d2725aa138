import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { calls } from '../../calls'
import { actionSegment, type CallInput, type FieldsInput } from '../../declare'
import type { bookingActions } from '../../resources/bookingActions'
import type { Booking, BookingAnswers } from '../../resources/bookings'
import type { SlotwiseDataProvider } from '../../show'

type CreateInput = CallInput<typeof calls.bookings.create>['body']

/** Null takes a default. */
export type BookingRequest = Required<
  Pick<CreateInput, 'variantId' | 'channelId' | 'startsAt' | 'endsAt' | 'quantity'>
> & { resourceIds: readonly string[] }

/** Finds a `customer` by e-mail or telephone, or creates one. */
export type ForWhom = Pick<CreateInput, 'customerId' | 'customer'>

export interface Override {
  override: true
  reason: string
}

type Actions = typeof bookingActions
/** Confirming also takes the item's answers. */
type ActionInput<N extends keyof Actions> = FieldsInput<Actions[N]['input']> &
  (N extends 'confirm' ? { answers?: BookingAnswers | null } : unknown)

type Patch = NonNullable<CallInput<typeof calls.bookings.update>['body']>

/** Calls reject with react-admin's HttpError. */
export const useBookingApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMemo(
    () => ({
      /** The same `key` makes no second hold. */
      hold: (request: BookingRequest, override: Override | null, key: string) =>
        dataProvider.call(calls.bookings.create, {
          body: { ...request, ...override, hold: true },
          headers: { 'Idempotency-Key': key },
        }),
      release: (id: string) => dataProvider.call(calls.bookings.remove, { params: { id } }),
      patch: (id: string, body: Patch) => dataProvider.call(calls.bookings.update, { params: { id }, body }),
      act: <N extends keyof Actions>(id: string, name: N, body: ActionInput<N>) =>
        dataProvider.request<Booking>('POST', `/bookings/{id}/${actionSegment(name)}`, { params: { id }, body }),
    }),
    [dataProvider],
  )
}
