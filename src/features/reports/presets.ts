import { type Dimension, dimensions, listOf, type MeasureName, measureOf, type timeDimensions } from '../../reports'

export interface Preset {
  key: 'bookings' | 'revenue' | 'utilisation' | 'cancellations' | 'leadTime' | 'customers' | 'hours' | 'refused'
  /** Below `/reports/`. */
  path: string
  /** The chart shows the first that is not always 0, the answer the first two. */
  measures: readonly [MeasureName, ...MeasureName[]]
  isHeatMap?: true
}

export const presets: readonly [Preset, ...Preset[]] = [
  { key: 'bookings', path: 'bookings', measures: ['bookings', 'quantity', 'bookedMinutes'] },
  { key: 'revenue', path: 'revenue', measures: ['revenue', 'averageValue', 'paidRevenue'] },
  {
    key: 'utilisation',
    path: 'utilisation',
    measures: ['utilisation', 'bookedUnitMinutes', 'openMinutes', 'outsideMinutes'],
  },
  {
    key: 'cancellations',
    path: 'cancellations',
    measures: ['cancelled', 'cancellationRate', 'noShows', 'noShowRate'],
  },
  { key: 'leadTime', path: 'lead-time', measures: ['leadTimeMedian', 'leadTimeAverage', 'bookings'] },
  { key: 'customers', path: 'customers', measures: ['newCustomers', 'returningCustomers'] },
  { key: 'hours', path: 'busiest-hours', measures: ['bookings', 'utilisation', 'revenue'], isHeatMap: true },
  { key: 'refused', path: 'refused-demand', measures: ['refused', 'refusedQuantity'] },
]

export const isForStaff = ({ measures: [first] }: Preset): boolean => listOf(first) === 'demand'

/** Hours have their own page. */
export const dimensionsOf = ({ measures }: Preset): Dimension[] =>
  dimensions.filter(name => name !== 'hour' && measures.every(each => measureOf(each).dimensions.includes(name)))

/** Gives one or two dozen rows. */
export const timeFor = (days: number): (typeof timeDimensions)[number] =>
  days <= 31 ? 'day' : days <= 190 ? 'week' : 'month'
