import { memoized } from '../../schema/memoize'

const decimals = memoized(
  (locale: string, scale: number, unit: 'percent' | '') =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: scale,
      maximumFractionDigits: 20,
      ...(unit && { style: 'unit', unit }),
    }),
)

/** `1234.50` as `1,234.50`, with at least `scale` decimals; with `percent`, `12.5` as `12.5%`. */
export const formatDecimal = (value: string, locale: string, scale = 0, unit: 'percent' | '' = ''): string =>
  decimals(locale, scale, unit).format(value as `${number}`)
