/** ISO 8601 text, epoch milliseconds, or a `Date`; see `toMillis`. */
export type InstantInput = string | number | Date

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
