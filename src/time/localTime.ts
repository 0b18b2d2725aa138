export const minutesPerDay = 24 * 60

/**
 * Minutes since local midnight of `HH:mm` or `HH:mm:00`; `24:00` is 1440.
 * @throws RangeError for other text
 */
export function parseLocalTime(time: string): number {
  const match = /^(\d\d):(\d\d)(?::00(?:\.0+)?)?$/.exec(time)
  const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
  if (!(minutes <= minutesPerDay) || Number(match?.[2]) > 59) throw new RangeError(`Not a local time: ${time}`)
  return minutes
}
