/** ISO 8601 text, epoch milliseconds, or a Date. */
export type InstantInput = string | number | Date

/** Milliseconds. */
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * Epoch milliseconds.
 * @throws RangeError if the text is not an instant
 */
export function toMillis(instant: InstantInput): number {
  if (typeof instant === 'number') return instant
  const millis = typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
  if (Number.isNaN(millis)) throw new RangeError(`Not an instant: ${instant}`)
  return millis
}
