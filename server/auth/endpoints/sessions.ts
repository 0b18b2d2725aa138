import { Hono } from 'hono'
import * as z from 'zod'
import type { AuthContext } from '../authContext'
import { AuthError, sessionNotFound } from '../authError'
import { authenticate, lockSignedIn } from '../bearer'
import { deviceOf } from '../device'
import { visitOf } from '../knownDevices'
import { expiryOf } from '../sessionLimits'
import { continueSession, endSessions, findSessions, replaceSession } from '../sessions'
import { throwOut } from '../throwOut'

/** Not part of Supabase's protocol. */
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
    .delete('/sessions', async c => {
      const signedIn = await authenticate(context, c)
      return c.json(
        await run(async trx => {
          const account = await lockSignedIn(trx, signedIn)
          await throwOut(trx, account.id, { id: signedIn.sessionId })
          // Voids copies of this session's tokens.
          const sessionId = await replaceSession(trx, signedIn.sessionId)
          if (!sessionId) throw sessionNotFound()
          return continueSession(trx, context, { account, sessionId, visit: visitOf(context, c) })
        }),
      )
    })
    .delete('/sessions/:id', async c => {
      const { account } = await authenticate(context, c)
      const id = c.req.param('id')
      const isEnded = z.guid().safeParse(id).success && (await run(trx => endSessions(trx, account.id, id, 'local')))
      if (!isEnded) throw new AuthError(404, 'session_not_found', 'Session not found')
      return c.body(null, 204)
    })
}
