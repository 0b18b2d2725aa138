import { reports as texts } from '../i18n/en/features/reports'
import { countedDemand } from '../resources/demand'
import { bookingDimensions, cycleDimensions, type Dimension, resourceDimensions, timeDimensions } from './dimensions'
import { divide, ratio } from './rounding'

/** Counts, minutes (lead times: milliseconds) and minor units, summed over bookings. */
export const bookingSums = [
  'bookings',
  'quantity',
  'minutes',
  'revenue',
  'paying',
  'paid',
  'cancelled',
  'completed',
  'noShows',
  'leadMedian',
  'leadAverage',
  'newCustomers',
  'returningCustomers',
] as const

/** Units × milliseconds over resources' open time. */
export const capacitySums = ['open', 'used', 'outside'] as const

export const demandSums = ['refused', 'refusedQuantity'] as const

export type DemandSum = (typeof demandSums)[number]
export type BookingSum = (typeof bookingSums)[number]
export type CapacitySum = (typeof capacitySums)[number]
export type Sum = BookingSum | CapacitySum | DemandSum
export type Sums = Readonly<Partial<Record<Sum, number | null>>>

export type Unit = 'count' | 'quantity' | 'minutes' | 'money' | 'ratio'

/** The list's filter: records that start in, overlap, or were wanted in the row's time. */
export interface Drill {
  readonly by: 'start' | 'overlap' | 'newCustomer' | 'returningCustomer' | 'wanted'
  readonly query: Readonly<Record<string, readonly string[]>>
}

export interface Measure {
  readonly unit: Unit
  /** Whether each dimension puts a booking into one row. */
  readonly isAdditive: boolean
  readonly dimensions: readonly Dimension[]
  readonly needs: readonly Sum[]
  readonly value: (sums: Sums) => number | null
  /** Null without bookings behind it. */
  readonly drill: Drill | null
}

const counted = ['pending', 'confirmed', 'completed', 'no_show']
const MINUTE = 60_000

const startingWith = (query: Drill['query']): Drill => ({ by: 'start', query })
const ofCounted = startingWith({ status: counted })
const overlapping: Drill = { by: 'overlap', query: { status: counted } }
const earning = {
  status: ['confirmed', 'completed', 'no_show'],
  paymentStatus: ['not_required', 'unpaid', 'paid'],
}
const asWanted: Drill = { by: 'wanted', query: { status: countedDemand } }
const overDemand: readonly Dimension[] = [...timeDimensions, ...cycleDimensions, 'item', 'variant', 'channel', 'reason']
const overOpenTime: readonly Dimension[] = [...timeDimensions, ...cycleDimensions, ...resourceDimensions]

const sum =
  (name: Sum) =>
  (sums: Sums): number =>
    sums[name] ?? 0

const minutes = (milliseconds: number): number | null =>
  // A median may lie between two odd numbers.
  divide(2 * milliseconds, 2 * MINUTE, 0)

const minutesOf =
  (name: CapacitySum) =>
  (sums: Sums): number | null =>
    minutes(sums[name] ?? 0)

type Given = Omit<Measure, 'dimensions' | 'isAdditive'> & Partial<Pick<Measure, 'dimensions' | 'isAdditive'>>

const measure = ({ dimensions: own = bookingDimensions, isAdditive = true, ...given }: Given): Measure => ({
  ...given,
  dimensions: own,
  isAdditive,
})

/** docs/domain.md#figures */
export const measures = {
  bookings: measure({
    unit: 'count',
    needs: ['bookings'],
    value: sum('bookings'),
    drill: ofCounted,
  }),
  quantity: measure({
    unit: 'quantity',
    needs: ['quantity'],
    value: sum('quantity'),
    drill: ofCounted,
  }),
  bookedMinutes: measure({
    unit: 'minutes',
    needs: ['minutes'],
    value: sum('minutes'),
    drill: ofCounted,
  }),
  revenue: measure({
    unit: 'money',
    needs: ['revenue'],
    value: sum('revenue'),
    drill: startingWith(earning),
  }),
  averageValue: measure({
    unit: 'money',
    isAdditive: false,
    needs: ['revenue', 'paying'],
    value: sums => divide(sums.revenue ?? 0, sums.paying ?? 0, 0),
    drill: startingWith(earning),
  }),
  paidRevenue: measure({
    unit: 'money',
    needs: ['paid'],
    value: sum('paid'),
    drill: startingWith({ ...earning, paymentStatus: ['paid'] }),
  }),
  cancelled: measure({
    unit: 'count',
    needs: ['cancelled'],
    value: sum('cancelled'),
    drill: startingWith({ status: ['cancelled'], previousStatus: ['pending', 'confirmed'] }),
  }),
  cancellationRate: measure({
    unit: 'ratio',
    isAdditive: false,
    needs: ['bookings', 'cancelled'],
    value: sums => ratio(sums.cancelled ?? 0, (sums.bookings ?? 0) + (sums.cancelled ?? 0)),
    drill: startingWith({ status: ['cancelled'], previousStatus: ['pending', 'confirmed'] }),
  }),
  noShows: measure({
    unit: 'count',
    needs: ['noShows'],
    value: sum('noShows'),
    drill: startingWith({ status: ['no_show'] }),
  }),
  noShowRate: measure({
    unit: 'ratio',
    isAdditive: false,
    needs: ['completed', 'noShows'],
    value: sums => ratio(sums.noShows ?? 0, (sums.completed ?? 0) + (sums.noShows ?? 0)),
    drill: startingWith({ status: ['no_show'] }),
  }),
  leadTimeMedian: measure({
    unit: 'minutes',
    isAdditive: false,
    needs: ['leadMedian'],
    value: ({ leadMedian }) => (leadMedian == null ? null : minutes(leadMedian)),
    drill: startingWith({ status: counted, leadMinutesFrom: ['0'] }),
  }),
  leadTimeAverage: measure({
    unit: 'minutes',
    isAdditive: false,
    needs: ['leadAverage'],
    value: ({ leadAverage }) => leadAverage ?? null,
    drill: startingWith({ status: counted, leadMinutesFrom: ['0'] }),
  }),
  newCustomers: measure({
    unit: 'count',
    isAdditive: false,
    needs: ['newCustomers'],
    value: sum('newCustomers'),
    drill: { ...ofCounted, by: 'newCustomer' },
  }),
  returningCustomers: measure({
    unit: 'count',
    isAdditive: false,
    needs: ['returningCustomers'],
    value: sum('returningCustomers'),
    drill: { ...ofCounted, by: 'returningCustomer' },
  }),
  openMinutes: measure({
    unit: 'minutes',
    dimensions: overOpenTime,
    needs: ['open'],
    value: minutesOf('open'),
    drill: null,
  }),
  bookedUnitMinutes: measure({
    unit: 'minutes',
    dimensions: overOpenTime,
    needs: ['used'],
    value: minutesOf('used'),
    drill: overlapping,
  }),
  utilisation: measure({
    unit: 'ratio',
    isAdditive: false,
    dimensions: overOpenTime,
    needs: ['open', 'used'],
    value: sums => ratio(sums.used ?? 0, sums.open ?? 0),
    drill: overlapping,
  }),
  outsideMinutes: measure({
    unit: 'minutes',
    dimensions: overOpenTime,
    needs: ['outside'],
    value: minutesOf('outside'),
    drill: overlapping,
  }),
  refused: measure({
    unit: 'count',
    dimensions: overDemand,
    needs: ['refused'],
    value: sum('refused'),
    drill: asWanted,
  }),
  refusedQuantity: measure({
    unit: 'quantity',
    dimensions: overDemand,
    needs: ['refusedQuantity'],
    value: sum('refusedQuantity'),
    drill: asWanted,
  }),
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as MeasureName[]

export const measureOf = (name: MeasureName): Measure => measures[name]
export const labelOf = (name: MeasureName): string => texts[`reports.measure.${name}`]
export const definitionOf = (name: MeasureName): string => texts[`reports.definition.${name}`]

export const listOf = (name: MeasureName): 'bookings' | 'demand' =>
  measureOf(name).drill?.by === 'wanted' ? 'demand' : 'bookings'

/** False if a booking may count in several rows. */
export const addsUp = (name: MeasureName, by: readonly Dimension[]): boolean => {
  const { isAdditive, needs } = measureOf(name)
  const isOfBookings = needs.some(need => (bookingSums as readonly Sum[]).includes(need))
  const inOneRow = isOfBookings
    ? !by.some(name => name === 'resource' || name === 'resourceType' || name === 'leadBucket')
    : !by.includes('resource')
  return isAdditive && inOneRow
}
