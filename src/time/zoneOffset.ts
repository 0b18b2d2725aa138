import { HOUR, MINUTE, SECOND } from './instant'

/**
 * A zone's offset from UTC, in milliseconds.
 * @throws RangeError for a zone that the runtime does not know
 *
 * @example
 * zoneOffset('Europe/Berlin')(Date.UTC(2026, 6, 1)) // 2 * HOUR
 */
export const zoneOffset = (timeZone: string): ((instant: number) => number) => {
  // Formatting the date, too, takes twice as long.
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
  return instant => {
    const [, sign, ...parts] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? []
    const [hours = 0, minutes = 0, seconds = 0] = parts.map(part => Number(part ?? 0))
    return (sign === '-' ? -1 : 1) * (hours * HOUR + minutes * MINUTE + seconds * SECOND)
  }
}
