import { parseSort } from '../../schema'
import { memoized } from '../../ui/memoized'

/** A declared sort in react-admin's shape; the same object each time, since it is compared by identity. */
export const sortOf = memoized(parseSort)
