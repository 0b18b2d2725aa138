import { config } from '../config'
import type { Session } from './createSession'

/** Ends a session that the auth service no longer knows; the API accepts its token for up to a minute. */
export const checkSession = async (session: Pick<Session, 'accessToken' | 'expire'>): Promise<void> => {
  const token = await session.accessToken()
  if (!token) return
  const answer = await fetch(new URL(`${config.authUrl}/user`, location.origin), {
    headers: { authorization: `Bearer ${token}`, ...(config.authKey && { apikey: config.authKey }) },
  })
  if (answer.status === 401 || answer.status === 403) await session.expire(token)
}
