import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { calls } from '../../calls'
import { actionSegment, type CallInput } from '../../declare'
import type { bookingSeriesActions } from '../../resources/bookingSeriesActions'
import type { BookingSeries } from '../../scheduling/series/answers'
import type { SlotwiseDataProvider } from '../../show'

type ActionName = keyof typeof bookingSeriesActions
type Patch = NonNullable<CallInput<typeof calls.bookingSeries.update>['body']>

/** Calls reject with react-admin's HttpError. */
export const useSeriesApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMemo(
    () => ({
      act: (id: string, name: ActionName, body: object) =>
        dataProvider.request<BookingSeries>('POST', `/bookings/series/{id}/${actionSegment(name)}`, {
          params: { id },
          body: body as never,
        }),
      patch: (id: string, body: Patch) => dataProvider.call(calls.bookingSeries.update, { params: { id }, body }),
      calendarFile: (id: string) => dataProvider.call(calls.bookingSeries.calendarFile, { params: { id } }),
    }),
    [dataProvider],
  )
}
