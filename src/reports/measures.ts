import { cycleDimensions, type Dimension, dimensions, resourceDimensions, timeDimensions } from './dimensions'
import { divide, ratio } from './rounding'

/** What is added up over bookings: counts, minutes (lead times: milliseconds) and minor units of money. */
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

/** What is integrated over the open time of resources: units × milliseconds. */
export const capacitySums = ['open', 'used', 'outside'] as const

export type BookingSum = (typeof bookingSums)[number]
export type CapacitySum = (typeof capacitySums)[number]
export type Sum = BookingSum | CapacitySum
/** Null or missing without anything to add up. */
export type Sums = Readonly<Partial<Record<Sum, number | null>>>

export type Unit = 'count' | 'quantity' | 'minutes' | 'money' | 'ratio'

/** How the bookings behind a figure are found in the list: those that start in the row's time, or that overlap it. */
export interface Drill {
  readonly by: 'start' | 'overlap' | 'newCustomer' | 'returningCustomer'
  readonly query: Readonly<Record<string, readonly string[]>>
}

export interface Measure {
  readonly label: string
  readonly unit: Unit
  /** Over time, and over every dimension that puts a booking into one row. */
  readonly isAdditive: boolean
  readonly definition: string
  readonly dimensions: readonly Dimension[]
  readonly needs: readonly Sum[]
  readonly value: (sums: Sums) => number | null
  readonly drill: Drill
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
const overOpenTime: readonly Dimension[] = [...timeDimensions, ...cycleDimensions, ...resourceDimensions]

const sum =
  (name: Sum) =>
  (sums: Sums): number =>
    sums[name] ?? 0

const minutes = (milliseconds: number): number | null =>
  // A median of two odd numbers of milliseconds lies between two of them.
  divide(2 * milliseconds, 2 * MINUTE, 0)

const minutesOf =
  (name: CapacitySum) =>
  (sums: Sums): number | null =>
    minutes(sums[name] ?? 0)

type Given = Omit<Measure, 'dimensions' | 'isAdditive'> & Partial<Pick<Measure, 'dimensions' | 'isAdditive'>>

const measure = ({ dimensions: own = dimensions, isAdditive = true, ...given }: Given): Measure => ({
  ...given,
  dimensions: own,
  isAdditive,
})

/** docs/domain.md#figures */
export const measures = {
  bookings: measure({
    label: 'Bookings',
    unit: 'count',
    definition: 'Bookings that start in the period: waiting for approval, confirmed, completed and no-shows.',
    needs: ['bookings'],
    value: sum('bookings'),
    drill: ofCounted,
  }),
  quantity: measure({
    label: 'Units or persons',
    unit: 'quantity',
    definition: 'Units or persons of these bookings.',
    needs: ['quantity'],
    value: sum('quantity'),
    drill: ofCounted,
  }),
  bookedMinutes: measure({
    label: 'Booked minutes',
    unit: 'minutes',
    definition: 'From start to end of these bookings, once for each, without buffers.',
    needs: ['minutes'],
    value: sum('minutes'),
    drill: ofCounted,
  }),
  revenue: measure({
    label: 'Revenue',
    unit: 'money',
    definition: 'Totals of confirmed and completed bookings and of no-shows, unless refunded.',
    needs: ['revenue'],
    value: sum('revenue'),
    drill: startingWith(earning),
  }),
  averageValue: measure({
    label: 'Average value',
    unit: 'money',
    isAdditive: false,
    definition: 'Revenue divided by the number of its bookings.',
    needs: ['revenue', 'paying'],
    value: sums => divide(sums.revenue ?? 0, sums.paying ?? 0, 0),
    drill: startingWith(earning),
  }),
  paidRevenue: measure({
    label: 'Paid revenue',
    unit: 'money',
    definition: 'The part of the revenue that is paid.',
    needs: ['paid'],
    value: sum('paid'),
    drill: startingWith({ ...earning, paymentStatus: ['paid'] }),
  }),
  cancelled: measure({
    label: 'Cancelled',
    unit: 'count',
    definition: 'Cancelled bookings that had been made, not only held.',
    needs: ['cancelled'],
    value: sum('cancelled'),
    drill: startingWith({ status: ['cancelled'], previousStatus: ['pending', 'confirmed'] }),
  }),
  cancellationRate: measure({
    label: 'Cancellation rate',
    unit: 'ratio',
    isAdditive: false,
    definition: 'Cancelled bookings divided by all bookings, the cancelled ones included.',
    needs: ['bookings', 'cancelled'],
    value: sums => ratio(sums.cancelled ?? 0, (sums.bookings ?? 0) + (sums.cancelled ?? 0)),
    drill: startingWith({ status: ['cancelled'], previousStatus: ['pending', 'confirmed'] }),
  }),
  noShows: measure({
    label: 'No-shows',
    unit: 'count',
    definition: 'Bookings to which nobody came.',
    needs: ['noShows'],
    value: sum('noShows'),
    drill: startingWith({ status: ['no_show'] }),
  }),
  noShowRate: measure({
    label: 'No-show rate',
    unit: 'ratio',
    isAdditive: false,
    definition: 'No-shows divided by completed bookings and no-shows.',
    needs: ['completed', 'noShows'],
    value: sums => ratio(sums.noShows ?? 0, (sums.completed ?? 0) + (sums.noShows ?? 0)),
    drill: startingWith({ status: ['no_show'] }),
  }),
  leadTimeMedian: measure({
    label: 'Median lead time',
    unit: 'minutes',
    isAdditive: false,
    definition: 'The median of the time from booking to start, of bookings made before their start.',
    needs: ['leadMedian'],
    value: ({ leadMedian }) => (leadMedian == null ? null : minutes(leadMedian)),
    drill: startingWith({ status: counted, leadMinutesFrom: ['0'] }),
  }),
  leadTimeAverage: measure({
    label: 'Average lead time',
    unit: 'minutes',
    isAdditive: false,
    definition: 'The mean of the time from booking to start, of bookings made before their start.',
    needs: ['leadAverage'],
    value: ({ leadAverage }) => leadAverage ?? null,
    drill: startingWith({ status: counted, leadMinutesFrom: ['0'] }),
  }),
  newCustomers: measure({
    label: 'New customers',
    unit: 'count',
    isAdditive: false,
    definition: 'Customers whose first booking ever starts in the period.',
    needs: ['newCustomers'],
    value: sum('newCustomers'),
    drill: { ...ofCounted, by: 'newCustomer' },
  }),
  returningCustomers: measure({
    label: 'Returning customers',
    unit: 'count',
    isAdditive: false,
    definition: 'Customers with a booking in the period and one before it.',
    needs: ['returningCustomers'],
    value: sum('returningCustomers'),
    drill: { ...ofCounted, by: 'returningCustomer' },
  }),
  openMinutes: measure({
    label: 'Open minutes',
    unit: 'minutes',
    definition: 'Open time of resources times their capacity, after closures and changes of capacity.',
    dimensions: overOpenTime,
    needs: ['open'],
    value: minutesOf('open'),
    drill: overlapping,
  }),
  bookedUnitMinutes: measure({
    label: 'Booked capacity',
    unit: 'minutes',
    definition: 'What bookings take of the open minutes, without buffers.',
    dimensions: overOpenTime,
    needs: ['used'],
    value: minutesOf('used'),
    drill: overlapping,
  }),
  utilisation: measure({
    label: 'Utilisation',
    unit: 'ratio',
    isAdditive: false,
    definition: 'Booked capacity divided by open minutes.',
    dimensions: overOpenTime,
    needs: ['open', 'used'],
    value: sums => ratio(sums.used ?? 0, sums.open ?? 0),
    drill: overlapping,
  }),
  outsideMinutes: measure({
    label: 'Outside open time',
    unit: 'minutes',
    definition: 'What bookings take outside open time or above the capacity.',
    dimensions: overOpenTime,
    needs: ['outside'],
    value: minutesOf('outside'),
    drill: overlapping,
  }),
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as MeasureName[]

export const measureOf = (name: MeasureName): Measure => measures[name]

/** Whether the rows of these dimensions add up to the total. A booking may take several resources, or be made late. */
export const addsUp = (name: MeasureName, by: readonly Dimension[]): boolean => {
  const { isAdditive, needs } = measureOf(name)
  const isOfBookings = needs.some(need => (bookingSums as readonly Sum[]).includes(need))
  const inOneRow = isOfBookings
    ? !by.some(name => name === 'resource' || name === 'resourceType' || name === 'leadBucket')
    : !by.includes('resource')
  return isAdditive && inOneRow
}
