import { parseSort } from '../../schema'
import { memoized } from '../../ui/memoized'

/** Returns the same object each time, since react-admin compares by identity. */
export const sortOf = memoized(parseSort)
