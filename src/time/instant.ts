/** ISO 8601 text, epoch milliseconds, or a `Date`; see `toMillis`. */
export type InstantInput = string | number | Date

/** A second in milliseconds. */
export const SECOND = 1_000
/** A minute in milliseconds. */
export const MINUTE = 60 * SECOND
/** An hour in milliseconds. */
export const HOUR = 60 * MINUTE
/** 24 hours in milliseconds; local days may differ. */
export const DAY = 24 * HOUR

/**
 * An instant's epoch milliseconds.
 * @throws RangeError if the text is not an instant
 */
export function toMillis(instant: InstantInput): number {
  if (typeof instant === 'number') return instant
  const millis = typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
  if (Number.isNaN(millis)) throw new RangeError(`Not an instant: ${instant}`)
  return millis
}
