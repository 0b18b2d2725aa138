import { deviceName } from '../../src/contract/deviceName'

/** User agents are stored with the session, so longer ones are cut. In characters. */
export const maxUserAgent = 400

/** A device in plain words, such as "Firefox · Windows"; undefined when the user agent names none. */
export const deviceOf = (userAgent: string | null | undefined): string | undefined =>
  deviceName(userAgent?.slice(0, maxUserAgent))
