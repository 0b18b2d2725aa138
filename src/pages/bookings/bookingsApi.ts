import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { relatedResources } from '../../dataProvider/freshness'
import { type Booking, bookings } from '../../resources/bookings'
import { customers } from '../../resources/customers'
import { timeslots } from '../../resources/timeslots'
import type { BookingAction, UndoableAction } from '../../scheduling'
import type { Money } from '../../schema'
import { availabilityKey } from '../availability/availabilityApi'
import type { Reason } from './refusal'

/** What is to be booked, when and where. */
export interface BookingRequest {
  variantId: string
  /** The tenant's own when null. */
  channelId: string | null
  startsAt: string
  /** Of variants that have no length of their own. */
  endsAt: string | null
  /** The variant's least when null. */
  quantity: number | null
  resourceIds: readonly string[]
}

/** For whom: a customer that is known, or one found or made by e-mail address or telephone number. */
export type ForWhom =
  | { customerId: string }
  | { customer: { name: string; email: string | null; phone: string | null } }
  | Record<never, never>

/** Rules are set aside only with a reason. */
export interface Override {
  override: true
  reason: string
}

export interface Quote {
  available: boolean
  startsAt: string
  endsAt: string
  price: Money
  total: Money
  resources: { id: string; name: string }[]
  requiresApproval: boolean
  warnings: Reason[]
  reasons: Reason[]
}

/** Asks again for all that shows bookings, or follows from them. */
export const refreshBookings = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [bookings.name, customers.name, timeslots.name, availabilityKey].map(key =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  )

/** The same after a call of our own, which also changes what the booking refers to: counts, and what may be deleted. */
const refreshAfterCall = (client: QueryClient): void => {
  void refreshBookings(client)
  for (const name of relatedResources(bookings.name)) void client.invalidateQueries({ queryKey: [name] })
}

/** The calls of domain §5 about bookings beyond reading them. Each refuses with react-admin's HttpError. */
export const useBookingApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const client = useQueryClient()
  return useMemo(() => {
    const change = async <T>(
      method: string,
      path: string,
      id: string | null,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<T> => {
      try {
        return (await dataProvider.call(method, path, { params: id ? { id } : {}, body, headers })) as T
      } finally {
        // Also what was refused says that there is something that this screen did not know.
        refreshAfterCall(client)
      }
    }
    return {
      /** The same `key` again takes no second place. */
      hold: (request: BookingRequest, override: Override | null, key: string) =>
        change<Booking>('POST', '/bookings', null, { ...request, ...override, hold: true }, { 'Idempotency-Key': key }),
      release: (id: string) => change<unknown>('DELETE', '/bookings/{id}', id),
      patch: (id: string, changes: object) => change<Booking>('PATCH', '/bookings/{id}', id, changes),
      act: (id: string, action: BookingAction, body: object = {}) =>
        change<Booking>('POST', `/bookings/{id}/${action}`, id, body),
      undo: (id: string, action: UndoableAction) =>
        change<Booking>('POST', `/bookings/{id}/${action}`, id, { undo: true }),
    }
  }, [dataProvider, client])
}
