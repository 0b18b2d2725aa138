import { deviceName } from '../../src/contract/deviceName'

/** In characters; the rest is cut off. */
export const maxUserAgent = 400

/** Such as "Firefox · Windows"; undefined for an unknown user agent. */
export const deviceOf = (userAgent: string | null | undefined): string | undefined =>
  deviceName(userAgent?.slice(0, maxUserAgent))
