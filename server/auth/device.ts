import { deviceName } from '../../src/contract/deviceName'

/** In characters. Longer user agents are cut before they are stored. */
export const maxUserAgent = 400

/** A device in plain words, such as "Firefox · Windows"; undefined for an unknown user agent. */
export const deviceOf = (userAgent: string | null | undefined): string | undefined =>
  deviceName(userAgent?.slice(0, maxUserAgent))
