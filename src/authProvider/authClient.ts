import { AuthClient, type Session as AuthSession } from '@supabase/supabase-js'
import type { Config } from '../config'
import { expiredKey, type SessionStorage, storageKey } from './keptSession'

interface AuthClientOptions {
  config: Pick<Config, 'authUrl' | 'authKey'>
  fetch?: typeof fetch | undefined
  storage: SessionStorage
}

/** Without `expires_at`, the client counts `expires_in`: the browser's clock may be hours off. */
const byOwnClock = async (answer: Response): Promise<Response> => {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('expires_at' in body)) return answer
  const { expires_at: _, ...rest } = body
  return Response.json(rest, { status: answer.status, headers: answer.headers })
}

/** Goes by the browser's clock, also for a stored session. */
class OwnClockAuthClient extends AuthClient {
  override async setSession(tokens: Pick<AuthSession, 'access_token' | 'refresh_token'>) {
    const { data } = await this.getSession()
    if (data.session?.access_token !== tokens.access_token) return super.setSession(tokens)
    return { data: { session: data.session, user: data.session.user }, error: null }
  }
}

/**
 * Checks the session every 30 s, renews the access token within 90 s of expiry, and retries from 200 ms on. Marks a
 * session whose renewal was refused as expired, since the client does not say why it forgets it.
 */
export const createAuthClient = ({ config, fetch: send, storage }: AuthClientOptions) =>
  new OwnClockAuthClient({
    url: new URL(config.authUrl, location.origin).href,
    headers: config.authKey ? { apikey: config.authKey, Authorization: `Bearer ${config.authKey}` } : {},
    storageKey,
    // A mailed link may open in another browser (docs/decisions/0006).
    flowType: 'implicit',
    fetch: async (input, init) => {
      const answer = await (send ?? fetch)(input, init)
      const isRefusal = answer.status >= 400 && answer.status < 500 && answer.status !== 429
      if (isRefusal && String(input).includes('grant_type=refresh_token')) storage.setItem(expiredKey, '1')
      return byOwnClock(answer)
    },
    storage,
  })
