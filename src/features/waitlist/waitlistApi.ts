import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { calls } from '../../calls'
import { type AnswerOf, type CallInput, MINUTE } from '../../declare'
import { type WaitlistEntry, waitlistEntries } from '../../resources/waitlistEntries'
import type { SlotwiseDataProvider } from '../../show'

export type Match = AnswerOf<typeof calls.waitlist.matches>[number]

type Question = NonNullable<CallInput<typeof calls.waitlist.matches>['query']>

export const useMatches = (question: Question) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [waitlistEntries.name, 'matches', question],
    queryFn: ({ signal }) => dataProvider.call(calls.waitlist.matches, { query: question, signal }),
    refetchInterval: MINUTE,
    retry: false,
  })
}

export interface NewEntry {
  variantId: string
  channelId: string | null
  quantity: number | null
  durationMinutes: number | null
  windows: readonly { startsAt: string; endsAt: string }[]
  customerId?: string | null
  customer?: object | null
}

/** Calls reject with react-admin's HttpError. */
export const useWaitlistApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMemo(
    () => ({
      add: (body: NewEntry) => dataProvider.request<WaitlistEntry>('POST', waitlistEntries.api, { body }),
      cancel: (id: string) =>
        dataProvider.request<WaitlistEntry>('POST', `${waitlistEntries.api}/{id}/cancel`, { params: { id }, body: {} }),
      offer: (
        id: string,
        body: { startsAt: string; endsAt: string; resourceIds: readonly string[]; notify: boolean },
      ) => dataProvider.request<WaitlistEntry>('POST', `${waitlistEntries.api}/{id}/offer`, { params: { id }, body }),
    }),
    [dataProvider],
  )
}
