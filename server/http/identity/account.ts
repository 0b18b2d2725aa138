import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { MINUTE, SECOND } from '../../../src/time/instant'
import { patientFetch } from '../../outgoing/patientFetch'
import { refusal } from '../problem'
import { authUnavailable, type Identity } from './tokenVerifier'

export interface Account {
  /** Lower case. */
  email: string | null
  isEmailConfirmed: boolean
  /** Free text from sign-up, so no proof of identity. */
  name: string | null
  hasSecondFactor: boolean
}

/** @throws Problem `auth_unavailable` */
export type FindAccount = (identity: Identity) => Promise<Account | null>

const user = z.object({
  email: z.string().toLowerCase().nullish(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z
    .object({ name: z.string().trim().min(1).max(120).optional() })
    .nullish()
    .catch(null),
  factors: z
    .array(z.object({ status: z.string() }))
    .nullish()
    .catch(null),
})

const ask = patientFetch(5 * SECOND)

export const accountOverHttp =
  ({ authUrl, apiKey }: { authUrl: string; apiKey: string }): FindAccount =>
  async ({ token }) => {
    const headers = { Authorization: `Bearer ${token}`, apikey: apiKey }
    try {
      const response = await ask(`${authUrl}/user`, { headers })
      if ([401, 403, 404].includes(response.status)) return null
      if (!response.ok) throw new Error(`GET /user answered ${response.status}`)
      const { email, email_confirmed_at, user_metadata, factors } = user.parse(await response.json())
      return {
        email: email || null,
        isEmailConfirmed: Boolean(email && email_confirmed_at),
        name: user_metadata?.name ?? null,
        hasSecondFactor: factors?.some(({ status }) => status === 'verified') ?? false,
      }
    } catch (error) {
      throw authUnavailable(error)
    }
  }

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

/** `enroll`: the caller must first set up the second step, which the auth service allows. */
export const secondFactorRequired = (step: 'verify' | 'enroll') =>
  refusal(
    'second_factor_required',
    step === 'verify' ? 'refusal.secondFactor' : 'refusal.secondFactorMissing',
    {},
    { extensions: { step } },
  )
