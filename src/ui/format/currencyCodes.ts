import { memoized } from '../../schema/memoize'

/** ISO 4217 codes. */
export const currencyCodes = memoized((): readonly string[] => Intl.supportedValuesOf('currency'))
