import type { BusyCalendar } from '../../../src/resources/busyCalendars'
import { invalidField, isUrlAllowed, type Services } from '../../serve'

/** Binds the encrypted address to its calendar. */
export const addressPurpose = (tenantId: string, calendarId: string): string =>
  `busy calendar ${tenantId} ${calendarId}`

/** `shown`: the host and the end. @throws Problem `validation` for an address that the server may not fetch */
export const busyAddress = (
  given: string,
  settings: Services['webhooks']['settings'],
): { url: string; shown: BusyCalendar['url'] } => {
  const url = given.trim().replace(/^webcals?:/i, 'https:')
  if (url.length > 2000 || !isUrlAllowed(url, settings)) throw invalidField('url', 'validation.addressNotAllowed')
  return { url, shown: `${new URL(url).host}/…${url.slice(-4)}` }
}
