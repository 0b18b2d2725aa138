import type { Booking } from '../../resources/bookings'

/** Whether a booking is one of a series. */
export const isOfSeries = ({ seriesId, seriesIndex }: Booking): boolean => Boolean(seriesId) && seriesIndex !== null
