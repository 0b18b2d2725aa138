import { followersOf } from '../../dataProvider/freshness'
import { bookings } from '../../resources/bookings'
import { effects } from '../../resources/effects'

/** The resources to refresh when other people change bookings. */
export const liveNames: readonly string[] = [bookings.name, ...followersOf(bookings.name, effects)]
