import { parseSort } from '../../schema'
import { memoized } from '../../schema/memoize'

/** react-admin compares by identity. */
export const sortOf = memoized(parseSort)
