interface Range {
  from: number
  /** Excluded. */
  to: number
}

/** `{[0,3),[5,)}` → its ranges in order */
const parse = (multirange: string): Range[] =>
  Array.from(multirange.matchAll(/\[(\d+),(\d*)\)/g), ([, from, to]) => ({
    from: Number(from),
    to: to ? Number(to) : Number.POSITIVE_INFINITY,
  }))

/**
 * The lowest numbers of so many units that nobody has, as an `int4multirange`.
 *
 * Bookings that overlap in a row can leave no unit free for all of a time at which there is room all along; the numbers then go
 * beyond the capacity, which the engine has judged.
 * @param taken what others have, as `int4multirange`
 */
export const freeUnits = (taken: readonly string[], quantity: number): string => {
  const ranges = taken.flatMap(parse).sort((a, b) => a.from - b.from)
  const free: string[] = []
  let next = 0
  let left = quantity
  for (const { from, to } of [...ranges, { from: Number.POSITIVE_INFINITY, to: 0 }]) {
    const count = Math.min(left, from - next)
    if (count > 0) {
      free.push(`[${next},${next + count})`)
      left -= count
    }
    if (left === 0) break
    next = Math.max(next, to)
  }
  return `{${free.join(',')}}`
}
