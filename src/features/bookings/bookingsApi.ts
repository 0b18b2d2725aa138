import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { calls } from '../../calls'
import type { AnswerOf, CallInput } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { BookingAction, UndoableAction } from '../../scheduling'

type CreateInput = CallInput<typeof calls.bookings.create>['body']

/** What to book, when and where; null takes the tenant's or the variant's own. */
export type BookingRequest = Required<
  Pick<CreateInput, 'variantId' | 'channelId' | 'startsAt' | 'endsAt' | 'quantity'>
> & { resourceIds: readonly string[] }

/** The customer: a known one, or one found or created by e-mail address or telephone number. */
export type ForWhom = Pick<CreateInput, 'customerId' | 'customer'>

/** An override of the rules, which needs a reason. */
export interface Override {
  override: true
  reason: string
}

export type Quote = AnswerOf<typeof calls.bookings.quote>

/** Actions on a booking that take no input but a reason. */
const plain = {
  approve: calls.bookings.approve,
  decline: calls.bookings.decline,
  restore: calls.bookings.restore,
  'extend-hold': calls.bookings.extendHold,
  'check-in': calls.bookings.checkIn,
  complete: calls.bookings.complete,
  'no-show': calls.bookings.noShow,
  confirm: calls.bookings.confirm,
} as const satisfies Partial<Record<BookingAction, unknown>>

export type PlainAction = keyof typeof plain

const undoable = {
  'check-in': calls.bookings.checkIn,
  complete: calls.bookings.complete,
  'no-show': calls.bookings.noShow,
} as const satisfies Record<UndoableAction, unknown>

type Input<K extends keyof typeof calls.bookings> =
  CallInput<(typeof calls.bookings)[K]> extends { body?: infer B } ? NonNullable<B> : never

/** The calls that change bookings. Each rejects with react-admin's HttpError. */
export const useBookingApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMemo(
    () => ({
      /** Repeating a call with the same `key` takes no second place. */
      hold: (request: BookingRequest, override: Override | null, key: string) =>
        dataProvider.call(calls.bookings.create, {
          body: { ...request, ...override, hold: true },
          headers: { 'Idempotency-Key': key },
        }),
      release: (id: string) => dataProvider.call(calls.bookings.remove, { params: { id } }),
      patch: (id: string, body: Input<'update'>) => dataProvider.call(calls.bookings.update, { params: { id }, body }),
      confirm: (id: string, body: Input<'confirm'>) =>
        dataProvider.call(calls.bookings.confirm, { params: { id }, body }),
      cancel: (id: string, body: Input<'cancel'>) => dataProvider.call(calls.bookings.cancel, { params: { id }, body }),
      reschedule: (id: string, body: Input<'reschedule'>) =>
        dataProvider.call(calls.bookings.reschedule, { params: { id }, body }),
      reassign: (id: string, body: Input<'reassign'>) =>
        dataProvider.call(calls.bookings.reassign, { params: { id }, body }),
      act: (id: string, action: PlainAction, reason: string | null = null) =>
        dataProvider.call(plain[action], { params: { id }, body: { reason } }),
      undo: (id: string, action: UndoableAction) =>
        dataProvider.call(undoable[action], { params: { id }, body: { undo: true } }),
    }),
    [dataProvider],
  )
}
