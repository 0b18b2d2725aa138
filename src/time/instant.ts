/** An instant as ISO 8601 text, epoch milliseconds, or a `Date`; `toMillis` reads it. */
export type InstantInput = string | number | Date

/** A second in milliseconds. */
export const SECOND = 1_000
/** A minute in milliseconds. */
export const MINUTE = 60 * SECOND
/** An hour in milliseconds. */
export const HOUR = 60 * MINUTE
/** 24 hours in milliseconds. A local day is shorter or longer when the clocks change. */
export const DAY = 24 * HOUR

/**
 * The epoch milliseconds of an instant in any accepted form.
 * @throws RangeError if the text is not an instant
 */
export function toMillis(instant: InstantInput): number {
  if (typeof instant === 'number') return instant
  const millis = typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
  if (Number.isNaN(millis)) throw new RangeError(`Not an instant: ${instant}`)
  return millis
}
