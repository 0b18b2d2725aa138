import type { Booking } from '../../resources/bookings'

export const isOfSeries = ({ seriesId, seriesIndex }: Booking): boolean => Boolean(seriesId) && seriesIndex !== null
