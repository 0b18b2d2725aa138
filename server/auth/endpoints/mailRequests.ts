import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, findByEmail, isShutOut } from '../accounts'
import type { AuthContext } from '../authContext'
import { takeAttempts } from '../limits'
import { issueOneTimeToken } from '../oneTimeTokens'
import { parseChallenge, parseEmail, pkceFields, readBody, text } from '../requestBody'

const recover = z.object({ email: text, ...pkceFields })
const resend = z.object({ email: text, type: z.enum(['signup', 'email_change']), ...pkceFields })

type Kind = 'recovery' | 'signup' | 'email_change'

/** Where the mail goes; null when there is nothing to send. */
const recipient = (kind: Kind, account: AccountRow): string | null => {
  if (kind === 'recovery') return account.email
  if (kind === 'signup') return account.emailConfirmedAt ? null : account.email
  return account.newEmail
}

/** `POST /recover` and `/resend`: a mail for the address, if it has an account. The answer never tells. */
export const mailEndpoints = (context: AuthContext): Hono => {
  const { run, now } = context

  const request = async (c: Context, kind: Kind, email: string, codeChallenge: string | null) => {
    await run(trx =>
      takeAttempts(
        trx,
        [
          { limit: 'mail', subject: context.networkOf(c) },
          { limit: 'mailbox', subject: email },
        ],
        now(),
      ),
    )
    const account = await run(trx => findByEmail(trx, email))
    const to = account && !isShutOut(account, now()) ? recipient(kind, account) : null
    const redirectTo = c.req.query('redirect_to')
    if (account && to) {
      context.later(async () => {
        const token = await run(trx => issueOneTimeToken(trx, { userId: account.id, kind, codeChallenge, now: now() }))
        await context.mail(kind, to, token, redirectTo)
      })
    }
    return c.json({})
  }

  return new Hono()
    .post('/recover', async c => {
      const { email, ...pkce } = await readBody(c, recover)
      return request(c, 'recovery', parseEmail(email), parseChallenge(pkce))
    })
    .post('/resend', async c => {
      const { email, type, ...pkce } = await readBody(c, resend)
      return request(c, type, parseEmail(email), parseChallenge(pkce))
    })
}
