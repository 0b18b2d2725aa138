const pattern = /^(-?)0*(\d+?)(?:\.(\d+))?$/

/** `007.5` with a scale of 2 is `7.50`; null for other text or too many decimals. */
export const canonicalDecimal = (text: string, scale: number): string | null => {
  const [, sign = '', whole = '', fraction = ''] = pattern.exec(text.trim()) ?? []
  if (whole === '') return null
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > scale) return null
  const digits = scale === 0 ? whole : `${whole}.${decimals.padEnd(scale, '0')}`
  return /[1-9]/.test(digits) ? sign + digits : digits
}

const scaled = (text: string, scale: number): bigint => BigInt((canonicalDecimal(text, scale) ?? '0').replace('.', ''))

const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0

export const compareDecimals = (a: string, b: string): number => {
  const scale = Math.max(scaleOf(a), scaleOf(b))
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
