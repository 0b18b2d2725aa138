import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import type { AnswerOf, AnyCall, CallInput } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { availabilityKey } from '../../resources/effects'
import { MINUTE } from '../../time/instant'
import type { Why } from './why'

/** How old an answer may be, and how often a visible one is refetched, in milliseconds: holds expire without an event. */
const freshFor = 10_000
const askedAgain = MINUTE

/** What to book, without the time. */
export interface Request {
  variantId: string
  channelId: string | null
  quantity: number | null
  durationMinutes: number | null
}

/** One resource of the timeline, as the API answers it. */
type AnsweredLine = AnswerOf<typeof calls.availability.timeline>[number]
type AnsweredBooking = AnsweredLine['bookings'][number]

export interface TimelineBooking extends Omit<AnsweredBooking, 'bookingId'> {
  bookingId: string
  /** In a calendar that this person may not see: only its time is known, and its id is made up. */
  isForeign: boolean
}

export interface ResourceLine extends Omit<AnsweredLine, 'bookings'> {
  bookings: TimelineBooking[]
}

/** One day of the utilization. */
export type DayUtilization = AnswerOf<typeof calls.availability.utilization>[number]

interface AskOptions<C, T> {
  /** The last answer stays while the next one loads. */
  keepsLast?: boolean
  select?: (answer: AnswerOf<C>) => T
}

/** Asks once there is something to ask. */
const useAsk = <C extends AnyCall, T = AnswerOf<C>>(
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

/** Open hours, bookings and free times by resource, in `[from, to)` of local dates. */
export const useTimeline = ({ from, to, resourceIds, request, channelId }: TimelineQuestion) =>
  useAsk(
    calls.availability.timeline,
    resourceIds.length > 0 ? { query: { from, to, resourceIds, channelId, ...request } } : null,
    { select: toLines },
  )

/** How much of the open time of all resources is booked, day by day in `[from, to)` of local dates. */
export const useUtilization = (from: string, to: string) =>
  useAsk(calls.availability.utilization, { query: { from, to } })

/** The bookable times in `[from, to)` of local dates. */
export const useSlots = (request: Request | null, from: string, to: string, includeUnavailable: boolean) =>
  useAsk(calls.availability.slots, request && { query: { ...request, from, to, includeUnavailable } })

/** How free each day of a month `YYYY-MM` is. */
export const useDays = (request: Request | null, month: string) =>
  useAsk(calls.availability.days, request && { query: { ...request, month } })

/** The next free times from a local date on. */
export const useNextAvailable = (request: Request | null, after: string) =>
  useAsk(calls.availability.next, request && { query: { ...request, after, count: 3 } }, { keepsLast: false })

/** Every check of one time, for one resource if it is named. */
export const useExplanation = ({ variantId, channelId, quantity }: Request, why: Why) =>
  useAsk(calls.availability.explain, { query: { variantId, channelId, quantity, ...why } }, { keepsLast: false })
