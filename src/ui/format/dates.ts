import { serverNow } from '../../dataProvider/serverClock'
import { formatLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'

export * from '../../time/dates'

const dayIn = (timeZone: string): string => formatLocalDate(zoneOf(timeZone).dayOf(serverNow()))

/** A zone's date today, `YYYY-MM-DD`, by the server's clock; UTC's if the browser does not know the zone. */
export const todayIn = (timeZone: string): string => {
  try {
    return dayIn(timeZone)
  } catch {
    return dayIn('UTC')
  }
}
