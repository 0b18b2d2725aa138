interface Range {
  from: number
  /** Exclusive. */
  to: number
}

/** `{[0,3),[5,)}` */
const parse = (multirange: string): Range[] =>
  Array.from(multirange.matchAll(/\[(\d+),(\d*)\)/g), ([, from, to]) => ({
    from: Number(from),
    to: to ? Number(to) : Number.POSITIVE_INFINITY,
  }))

/**
 * The lowest free unit numbers. Chained bookings can leave no unit free for the whole time though there is room: the
 * numbers then exceed the capacity, which the engine has checked.
 * @param taken units of other bookings, each as `int4multirange`
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
