import { parseSort } from '../../schema'
import { memoized } from '../../ui/memoized'

/** react-admin compares by identity. */
export const sortOf = memoized(parseSort)
