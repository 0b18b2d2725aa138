/** Rounds half up; null for a denominator of 0. Takes integers. */
export const divide = (numerator: number, denominator: number, decimals: number): number | null => {
  if (denominator === 0) return null
  const scale = 10n ** BigInt(decimals)
  const [top, bottom] = [2n * scale * BigInt(numerator) + BigInt(denominator), 2n * BigInt(denominator)]
  const quotient = top / bottom
  // Integer division rounds negatives up.
  const isBelow = top % bottom !== 0n && top < 0n !== bottom < 0n
  return Number(quotient - (isBelow ? 1n : 0n)) / Number(scale)
}

const ratioDecimals = 4

export const ratio = (numerator: number, denominator: number): number | null =>
  divide(numerator, denominator, ratioDecimals)

/** For up to four decimals; null without a previous value, or for 0. */
export const changeOf = (value: number | null, previous: number | null): number | null => {
  if (value === null || previous === null) return null
  const [after, before] = [value, previous].map(each => Math.round(each * 10 ** ratioDecimals)) as [number, number]
  return ratio(after - before, before)
}
