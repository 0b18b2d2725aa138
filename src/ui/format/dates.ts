import { serverNow } from '../../dataProvider/serverClock'
import { formatLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'

export * from '../../time/dates'

/**
 * Today's date in a time zone, `YYYY-MM-DD`, by the server's clock.
 * @throws if the browser does not know the zone
 */
export const todayIn = (timeZone: string): string => formatLocalDate(zoneOf(timeZone).dayOf(serverNow()))

/** Like `todayIn`; in UTC if the browser does not know the zone. */
export const todayInOrUtc = (timeZone: string): string => {
  try {
    return todayIn(timeZone)
  } catch {
    return todayIn('UTC')
  }
}
