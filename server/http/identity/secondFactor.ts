import { LRUCache } from 'lru-cache'
import { MINUTE } from '../../../src/time/instant'
import { refusal } from '../problem'
import type { FindAccount } from './account'
import type { Identity } from './tokenVerifier'

/** Whether or not this session took the second step. */
export type HasSecondFactor = (identity: Identity) => Promise<boolean>

const rememberFor = MINUTE
const mostTokens = 2_000

/** Cached for a minute. @throws Problem `auth_unavailable` */
export const secondFactorLookup = (findAccount: FindAccount): HasSecondFactor => {
  const known = new LRUCache<string, Promise<boolean>>({ max: mostTokens, ttl: rememberFor })
  return identity => {
    const { token } = identity
    const remembered = known.get(token)
    if (remembered) return remembered
    const answer = findAccount(identity).then(account => account?.hasSecondFactor === true)
    known.set(token, answer)
    answer.catch(() => known.delete(token))
    return answer
  }
}

/** `enroll`: the caller must set the second step up first, which the auth service allows. */
export const secondFactorRequired = (step: 'verify' | 'enroll') =>
  refusal(
    'second_factor_required',
    step === 'verify' ? 'refusal.secondFactor' : 'refusal.secondFactorMissing',
    {},
    { extensions: { step } },
  )
