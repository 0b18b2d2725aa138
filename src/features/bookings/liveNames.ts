import { followersOf } from '../../dataProvider/freshness'
import { bookings } from '../../resources/bookings'
import { effects } from '../../resources/effects'

/** The resources that show bookings or depend on them: other people's bookings refresh them. */
export const liveNames: readonly string[] = [bookings.name, ...followersOf(bookings.name, effects)]
