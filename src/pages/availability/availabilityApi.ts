import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { ApiRequest } from '../../dataProvider/httpClient'
import type { BookingStatus, DaySummary, Explanation, NextAvailable, Slot, Span } from '../../scheduling'
import type { Why } from './why'

/** The first part of the key of everything that changes with bookings, schedules and rules. */
export const availabilityKey = 'availability'

/** How old an answer may be, in milliseconds, and how often one that is being looked at is asked for anew: holds run out unnoticed. */
const freshFor = 10_000
const askedAgain = 60_000

/** What is to be booked, but for the time. */
export interface Request {
  variantId: string
  channelId: string | null
  quantity: number | null
  durationMinutes: number | null
}

export interface TimelineBooking extends Span {
  bookingId: string
  reference: string | null
  /** With the time to prepare and to clean up. */
  blockedFrom: string
  blockedUntil: string
  status: BookingStatus
  holdExpiresAt: string | null
  quantity: number
  variantId: string
  customerId: string | null
  customerName: string | null
}

/** One resource of `GET /availability/timeline`. */
export interface ResourceLine {
  resourceId: string
  name: string
  resourceTypeId: string
  capacity: number
  isActive: boolean
  timeZone: string
  /** Open hours of its schedule. */
  windows: Span[]
  /** What rules leave of them. */
  open: Span[]
  blackouts: (Span & { ruleId: string; name: string })[]
  bookings: TimelineBooking[]
  timeslots: (Span & {
    timeslotId: string
    status: 'open' | 'closed' | 'cancelled'
    capacity: number | null
    bookedQuantity: number
    label: string | null
  })[]
  /** Of the variant asked for, when it is booked with this resource. */
  slots: Slot[]
}

export interface NamedExplanation extends Explanation {
  /** Names of the resources in the checks. */
  resources: { resourceId: string; name: string }[]
}

interface AskOptions {
  isEnabled?: boolean
  /** While the next answer is on its way, the last one stays. */
  keepsLast?: boolean
}

const useAsk = <T>(
  path: string,
  query: NonNullable<ApiRequest['query']>,
  { isEnabled = true, keepsLast = true }: AskOptions = {},
) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [availabilityKey, path, query],
    queryFn: async ({ signal }) => (await dataProvider.call('GET', path, { query, signal })) as T,
    staleTime: freshFor,
    refetchInterval: askedAgain,
    retry: false,
    enabled: isEnabled,
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

/** Open hours, bookings and free times by resource, in `[from, to)` of local dates. */
export const useTimeline = ({ from, to, resourceIds, request, channelId }: TimelineQuestion) =>
  useAsk<ResourceLine[]>(
    '/availability/timeline',
    { from, to, resourceIds, channelId, ...request },
    { isEnabled: resourceIds.length > 0 },
  )

/** One day of `GET /availability/utilisation`. */
export interface DayUtilisation {
  date: string
  openMinutes: number
  bookedMinutes: number
}

/** How much of the open time of all resources is booked, day by day in `[from, to)` of local dates. */
export const useUtilisation = (from: string, to: string) =>
  useAsk<DayUtilisation[]>('/availability/utilisation', { from, to })

/** The times at which something can be booked, in `[from, to)` of local dates. */
export const useSlots = (request: Request | null, from: string, to: string, includeUnavailable: boolean) =>
  useAsk<Slot[]>('/availability', { ...request, from, to, includeUnavailable }, { isEnabled: request !== null })

/** How free each day of a month `YYYY-MM` is. */
export const useDays = (request: Request | null, month: string) =>
  useAsk<DaySummary[]>('/availability/days', { ...request, month }, { isEnabled: request !== null })

/** The next free times from a local date on. */
export const useNextAvailable = (request: Request | null, after: string) =>
  useAsk<NextAvailable>(
    '/availability/next',
    { ...request, after, count: 3 },
    { isEnabled: request !== null, keepsLast: false },
  )

/** Every check of one time, of one resource when one is named. */
export const useExplanation = ({ variantId, channelId, quantity }: Request, why: Why) =>
  useAsk<NamedExplanation>('/availability/explain', { variantId, channelId, quantity, ...why }, { keepsLast: false })
