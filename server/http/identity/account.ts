import * as z from 'zod'
import { authUnavailable, type Identity } from './tokenVerifier'

/** What the auth service knows about an account. */
export interface Account {
  /** In lower case; null for an account without an address. */
  email: string | null
  /** The auth service has seen that the address is the owner's. */
  isEmailConfirmed: boolean
  /** What the owner called themselves at sign-up: any text, proof of nothing. */
  name: string | null
}

/**
 * Asks the auth service itself; null when it has no such account any more.
 * @throws Problem `auth_unavailable`
 */
export type FindAccount = (identity: Identity) => Promise<Account | null>

const user = z.object({
  email: z.string().toLowerCase().nullish(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z
    .object({ name: z.string().trim().min(1).max(120).optional() })
    .nullish()
    .catch(null),
})

/** `GET {authUrl}/user` of Supabase Auth's protocol. */
export const accountOverHttp =
  ({ authUrl, apiKey }: { authUrl: string; apiKey: string }): FindAccount =>
  async ({ token }) => {
    const headers = { Authorization: `Bearer ${token}`, apikey: apiKey }
    try {
      const response = await fetch(`${authUrl}/user`, { headers, signal: AbortSignal.timeout(5000) })
      if ([401, 403, 404].includes(response.status)) return null
      if (!response.ok) throw new Error(`GET /user answered ${response.status}`)
      const { email, email_confirmed_at, user_metadata } = user.parse(await response.json())
      return {
        email: email || null,
        isEmailConfirmed: Boolean(email && email_confirmed_at),
        name: user_metadata?.name ?? null,
      }
    } catch (error) {
      throw authUnavailable(error)
    }
  }
