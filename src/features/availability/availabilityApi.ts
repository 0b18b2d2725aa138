import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import { type AnswerOf, type CallInput, MINUTE } from '../../declare'
import { availabilityKey } from '../../resources/effects'
import type { SlotwiseDataProvider } from '../../show'
import type { Why } from './why'

/** Milliseconds. Holds expire without an event. */
const freshFor = 10_000
const askedAgain = MINUTE

export interface Request {
  variantId: string
  channelId: string | null
  quantity: number | null
  durationMinutes: number | null
  resourceId?: string
}

type AnsweredLine = AnswerOf<typeof calls.availability.timeline>[number]
type AnsweredBooking = AnsweredLine['bookings'][number]

export interface TimelineBooking extends Omit<AnsweredBooking, 'bookingId'> {
  bookingId: string
  /** Without permission for the calendar: a time and a made-up id. */
  isForeign: boolean
}

export interface ResourceLine extends Omit<AnsweredLine, 'bookings'> {
  bookings: TimelineBooking[]
}

type AnyCall = Parameters<SlotwiseDataProvider['call']>[0]

interface AskOptions<C, T> {
  keepsLast?: boolean
  select?: (answer: AnswerOf<C>) => T
}

export const useAsk = <C extends AnyCall, T = AnswerOf<C>>(
  call: C,
  question: CallInput<C> | null,
  { keepsLast = true, select }: AskOptions<C, T> = {},
) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [availabilityKey, call.path, question],
    queryFn: question ? ({ signal }) => dataProvider.call(call, { ...question, signal }) : skipToken,
    staleTime: freshFor,
    refetchInterval: askedAgain,
    retry: false,
    ...(select && { select }),
    ...(keepsLast && { placeholderData: keepPreviousData }),
  })
}

interface TimelineQuestion {
  from: string
  to: string
  resourceIds: readonly string[]
  request: Request | null
  channelId: string | null
}

const toLines = (lines: readonly AnsweredLine[]): ResourceLine[] =>
  lines.map(line => ({
    ...line,
    bookings: line.bookings.map((booking, index) => ({
      ...booking,
      bookingId: booking.bookingId ?? `${line.resourceId}/${index}`,
      isForeign: booking.bookingId === null,
    })),
  }))

/** For local dates in `[from, to)`. */
export const useTimeline = ({ from, to, resourceIds, request, channelId }: TimelineQuestion) =>
  useAsk(
    calls.availability.timeline,
    resourceIds.length > 0 ? { query: { from, to, resourceIds, channelId, ...request } } : null,
    { select: toLines },
  )

/** For local dates in `[from, to)`. */
export const useSlots = (request: Request | null, from: string, to: string, includeUnavailable: boolean) =>
  useAsk(calls.availability.slots, request && { query: { ...request, from, to, includeUnavailable } })

export const useDays = (request: Request | null, month: string) =>
  useAsk(calls.availability.days, request && { query: { ...request, month } })

/** The next three, from a local date or an instant on. */
export const useNextAvailable = (request: Request | null, after: string) =>
  useAsk(calls.availability.next, request && { query: { ...request, after, count: 3 } }, { keepsLast: false })

export const useExplanation = ({ variantId, channelId, quantity }: Request, why: Why) =>
  useAsk(calls.availability.explain, { query: { variantId, channelId, quantity, ...why } }, { keepsLast: false })
