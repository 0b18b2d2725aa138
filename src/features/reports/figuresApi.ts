import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import type { AnswerOf, CallInput } from '../../declare'
import { bookings } from '../../resources/bookings'
import type { SlotwiseDataProvider } from '../../show'

type Query = CallInput<typeof calls.reports.listFigures>['query']
export type FiguresQuery = Pick<Query, 'measures' | 'from' | 'to'> & Partial<Omit<Query, 'format'>>
export type Figures = AnswerOf<typeof calls.reports.listFigures>
export type FiguresRow = Figures['rows'][number]
export type Figure = FiguresRow['figures'][string]
export type Unit = 'count' | 'quantity' | 'minutes' | 'money' | 'ratio'

/**
 * Keeps the last figures while loading.
 *
 * @param counted its changes refresh them
 */
export const useFigures = (query: FiguresQuery, counted: { name: string } = bookings) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [counted.name, 'figures', query],
    queryFn: ({ signal }) => dataProvider.call(calls.reports.listFigures, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** The server logs it. */
export const useFiguresFile = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { method, path } = calls.reports.listFigures
  return (query: FiguresQuery): Promise<string> =>
    dataProvider.request(method, path, { query: { ...query, format: 'csv' }, accept: 'text/csv' })
}
