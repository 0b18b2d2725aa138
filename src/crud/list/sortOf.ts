import { parseSort } from '../../schema'
import { memoized } from '../memoized'

/** A declared sort as react-admin has it: the same object each time, since it is compared by identity. */
export const sortOf = memoized(parseSort)
