import { serverNow } from '../../dataProvider/serverClock'
import { formatLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'

export * from '../../time/dates'

/**
 * A zone's date today, `YYYY-MM-DD`, by the server's clock.
 * @throws if the browser does not know the zone
 */
export const todayIn = (timeZone: string): string => formatLocalDate(zoneOf(timeZone).dayOf(serverNow()))

/** `todayIn`, or UTC's if the browser does not know the zone. */
export const todayInOrUtc = (timeZone: string): string => {
  try {
    return todayIn(timeZone)
  } catch {
    return todayIn('UTC')
  }
}
