import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, findByEmail, isShutOut } from '../accounts'
import { askForAddress } from '../addressChange'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { authenticate, lockSignedIn } from '../bearer'
import { takeMail } from '../limits'
import { issueOneTimeToken } from '../oneTimeTokens'
import { parseChallenge, parseEmail, pkceFields, readBody, text } from '../requestBody'

const recover = z.object({ email: text, ...pkceFields })
const resend = z.object({ email: text.nullish(), phone: text.nullish(), type: text, ...pkceFields })

/**
 * No answer reveals whether an account exists. Anyone may request most of these mails, so their links work in any
 * browser, without the requester's PKCE challenge.
 */
export const mailEndpoints = (context: AuthContext): Hono => {
  const { run, now } = context

  const countMail = (c: Context, kind: string, mailbox: string): Promise<void> =>
    run(trx => takeMail(trx, { kind, mailbox, network: context.networkOf(c) }, now()))

  const request = async (
    c: Context,
    kind: 'recovery' | 'signup',
    email: string,
    isFor: (account: AccountRow) => boolean,
  ) => {
    await countMail(c, kind, email)
    const account = await run(trx => findByEmail(trx, email))
    const redirectTo = c.req.query('redirect_to')
    if (account && !isShutOut(account, context) && isFor(account)) {
      const { id: userId } = account
      context.later(async () => {
        await run(async trx => {
          const token = await issueOneTimeToken(trx, { userId, kind, now: now() })
          await context.mail(trx, { kind, userId, to: email, token, redirectTo })
        })
      })
    }
    return c.json({})
  }

  /** Only the session that requested a change may renew it; otherwise anyone could revive an abandoned one. */
  const askAgain = async (c: Context, email: string, codeChallenge: string | null) => {
    const signedIn = await authenticate(context, c)
    const { account, sessionId } = signedIn
    if (email !== account.email || !account.newEmail) return c.json({})
    await countMail(c, 'email_change', account.newEmail)
    const redirectTo = c.req.query('redirect_to')
    await run(async trx => {
      const current = await lockSignedIn(trx, signedIn)
      const { newEmail, emailChangeSessionId } = current
      if (!newEmail || emailChangeSessionId !== sessionId) return
      await askForAddress(trx, context, { account: current, newEmail, sessionId, codeChallenge, redirectTo })
    })
    return c.json({})
  }

  return new Hono()
    .post('/recover', async c => {
      const { email, ...pkce } = await readBody(c, recover)
      parseChallenge(pkce)
      return request(c, 'recovery', parseEmail(email), () => true)
    })
    .post('/resend', async c => {
      const { email, phone, type, ...pkce } = await readBody(c, resend)
      if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type))
        throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
      if (!email) {
        if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
        throw validationFailed('Missing email address or phone number')
      }
      const codeChallenge = parseChallenge(pkce)
      if (type === 'email_change') return askAgain(c, parseEmail(email), codeChallenge)
      return request(c, 'signup', parseEmail(email), account => !account.emailConfirmedAt)
    })
}
