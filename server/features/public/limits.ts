import * as z from 'zod'
import { readVariables, wholeNumber } from '../../serve'

/** Limits of booking pages; 0 for none. */
interface PublicLimits {
  /** Places that one network holds at once. */
  holdsPerNetwork: number
  /** Bookings confirmed and waitlist entries made, per hour. */
  confirmsPerNetwork: number
  /** Difficulty of the proof of work for a hold. */
  powBits: number
}

declare module '../../serve' {
  interface OwnConfig extends PublicLimits {}
}

const variables = z
  .object({
    PUBLIC_HOLDS_PER_NETWORK: wholeNumber(5),
    PUBLIC_CONFIRMS_PER_NETWORK: wholeNumber(10),
    PUBLIC_POW_BITS: wholeNumber(16, { max: 24 }),
  })
  .transform(value => ({
    holdsPerNetwork: value.PUBLIC_HOLDS_PER_NETWORK,
    confirmsPerNetwork: value.PUBLIC_CONFIRMS_PER_NETWORK,
    powBits: value.PUBLIC_POW_BITS,
  }))

/** @throws with one line per wrong variable */
export const readPublicLimits = (environment: Readonly<Record<string, string | undefined>>): PublicLimits =>
  readVariables(variables, environment)
