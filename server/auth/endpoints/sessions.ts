import { Hono } from 'hono'
import * as z from 'zod'
import type { AuthContext } from '../authContext'
import { AuthError } from '../authError'
import { authenticate } from '../bearer'
import { deviceOf } from '../device'
import { expiryOf } from '../sessionLimits'
import { endSessions, findSessions } from '../sessions'

/** `/sessions`: lists the caller's sessions and ends one of them. Not part of Supabase's protocol. */
export const sessionEndpoints = (context: AuthContext): Hono => {
  const { run } = context
  return new Hono()
    .get('/sessions', async c => {
      const { account, sessionId } = await authenticate(context, c)
      const all = await run(trx => findSessions(trx, account.id))
      const sessions = all.filter(session => !expiryOf(session, context.sessionLimits, context.now()))
      return c.json({
        sessions: sessions.map(({ id, userAgent, network, usedAt, createdAt, secondMethod }) => ({
          id,
          device: deviceOf(userAgent) ?? null,
          network,
          created_at: createdAt,
          last_used_at: usedAt ?? createdAt,
          aal: secondMethod ? 'aal2' : 'aal1',
          is_current: id === sessionId,
        })),
      })
    })
    .delete('/sessions/:id', async c => {
      const { account } = await authenticate(context, c)
      const id = c.req.param('id')
      const isEnded = z.guid().safeParse(id).success && (await run(trx => endSessions(trx, account.id, id, 'local')))
      if (!isEnded) throw new AuthError(404, 'session_not_found', 'Session not found')
      return c.body(null, 204)
    })
}
