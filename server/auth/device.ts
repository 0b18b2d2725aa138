import { deviceName } from '../../src/contract/deviceName'

export const maxUserAgent = 400

/** "Firefox · Windows"; undefined for an unknown user agent. */
export const deviceOf = (userAgent: string | null | undefined): string | undefined =>
  deviceName(userAgent?.slice(0, maxUserAgent))
