import { memoized } from '../memoized'

/** Every ISO 4217 code that can be chosen. */
export const currencyCodes = memoized((): readonly string[] => Intl.supportedValuesOf('currency'))
