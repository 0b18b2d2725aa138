import { settings, wholeNumber } from '../../serve'

/** 0 for no limit. */
interface PublicLimits {
  holdsPerNetwork: number
  /** Per hour, waitlist entries included. */
  confirmsPerNetwork: number
  /** Leading zero bits of a hold's proof of work. */
  powBits: number
}

declare module '../../serve' {
  interface OwnConfig extends PublicLimits {}
}

export const publicLimits = settings(
  {
    PUBLIC_HOLDS_PER_NETWORK: wholeNumber(5),
    PUBLIC_CONFIRMS_PER_NETWORK: wholeNumber(10),
    PUBLIC_POW_BITS: wholeNumber(16, { max: 24 }),
  },
  (value): PublicLimits => ({
    holdsPerNetwork: value.PUBLIC_HOLDS_PER_NETWORK,
    confirmsPerNetwork: value.PUBLIC_CONFIRMS_PER_NETWORK,
    powBits: value.PUBLIC_POW_BITS,
  }),
)
