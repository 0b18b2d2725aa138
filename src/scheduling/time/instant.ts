/** An instant as it comes in: ISO 8601 text, epoch milliseconds, or a Date. */
export type InstantInput = string | number | Date

/** Milliseconds in a minute and in a day of 24 hours. */
export const MINUTE = 60_000
export const DAY = 86_400_000

/** Epoch milliseconds of an instant; throws `RangeError` when the text is not one. */
export function toMillis(instant: InstantInput): number {
  if (typeof instant === 'number') return instant
  const millis = typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
  if (Number.isNaN(millis)) throw new RangeError(`Not an instant: ${instant}`)
  return millis
}
