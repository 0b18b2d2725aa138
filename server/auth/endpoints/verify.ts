import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Transaction } from '../../db/database'
import { type AccountRow, findByEmail, isShutOut, lockById, updateAccount } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, asEmailExists, emailExists, userBanned, validationFailed } from '../authError'
import { takeAttempts } from '../limits'
import { issueOneTimeToken, redeemOneTimeToken, revokeOneTimeTokens, type TokenKind } from '../oneTimeTokens'
import { parseEmail, readBody, text } from '../requestBody'
import { startSession } from '../sessions'

const verification = z.object({
  type: text,
  token_hash: text.nullish(),
  token: text.nullish(),
  email: text.nullish(),
})

/** GoTrue's names for what a link is for, and the kinds of tokens that each accepts. */
const kindsOf: ReadonlyMap<string, readonly TokenKind[]> = new Map([
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email', ['signup', 'magiclink', 'invite', 'email_change']],
  ['email_change', ['email_change']],
])

interface Redeemed {
  account: AccountRow
  codeChallenge: string | null
}

/** `POST /verify` for pages that post a token, `GET /verify` for links that people follow. */
export const verifyEndpoints = (context: AuthContext): Hono => {
  const { run, now, links } = context

  /** Uses a token up. What it proves is that its reader has the mailbox. */
  const redeem = async (trx: Transaction, token: string, type: string, email: string | null): Promise<Redeemed> => {
    const kinds = kindsOf.get(type)
    if (!kinds) throw validationFailed('Verify requires a verification type')
    const { userId, kind, codeChallenge } = await redeemOneTimeToken(trx, token, kinds, now())
    const account = await lockById(trx, userId)
    if (!account || isShutOut(account, now())) throw userBanned(403)
    const proven = kind === 'email_change' ? account.newEmail : account.email
    if (!proven || (email !== null && email !== proven)) {
      throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
    }
    if (kind === 'email_change') {
      if (await findByEmail(trx, proven)) throw emailExists()
      // Links that went to the old address.
      await revokeOneTimeTokens(trx, userId)
    }
    const emailConfirmedAt = account.emailConfirmedAt ?? new Date(now()).toISOString()
    return {
      account: await updateAccount(trx, userId, {
        emailConfirmedAt,
        email: proven,
        ...(kind === 'email_change' && { newEmail: null }),
      }),
      codeChallenge,
    }
  }

  /** One transaction: a token is used up only together with what it is exchanged for. */
  const exchange = async <T>(
    c: Context,
    { token, type, email }: { token: string; type: string; email: string | null },
    work: (trx: Transaction, redeemed: Redeemed) => Promise<T>,
  ): Promise<T> => {
    await run(trx => takeAttempts(trx, [{ limit: 'verify', subject: context.networkOf(c) }], now()))
    return run(async trx => work(trx, await redeem(trx, token, type, email))).catch(error => {
      throw asEmailExists(error)
    })
  }

  const codeOrSession = async (trx: Transaction, { account, codeChallenge }: Redeemed) =>
    codeChallenge
      ? { code: await issueOneTimeToken(trx, { userId: account.id, kind: 'pkce', codeChallenge, now: now() }) }
      : { session: await startSession(trx, context, account, 'otp') }

  return new Hono()
    .post('/verify', async c => {
      const body = await readBody(c, verification)
      const token = body.token_hash ?? body.token
      if (!token) throw validationFailed('Verify requires either a token or a token hash')
      const email = body.email ? parseEmail(body.email) : null
      if (!body.token_hash && !email) throw validationFailed('Only the token_hash can be verified without an email')
      const session = await exchange(c, { token, type: body.type, email }, (trx, { account }) =>
        startSession(trx, context, account, 'otp'),
      )
      return c.json(session)
    })
    .get('/verify', async c => {
      const { token = '', type = '', redirect_to: redirectTo } = c.req.query()
      const target = links.target(type, redirectTo)
      try {
        const { code, session } = await exchange<{ code?: string; session?: Awaited<ReturnType<typeof startSession>> }>(
          c,
          { token, type, email: null },
          codeOrSession,
        )
        if (code) target.searchParams.set('code', code)
        if (session) {
          target.hash = new URLSearchParams({
            access_token: session.access_token,
            expires_at: String(session.expires_at),
            expires_in: String(session.expires_in),
            refresh_token: session.refresh_token,
            sb: '',
            token_type: session.token_type,
            type,
          }).toString()
        }
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        target.hash = new URLSearchParams({
          error: 'access_denied',
          error_code: error.code,
          error_description: error.message,
          sb: '',
        }).toString()
      }
      return c.redirect(target.href, 303)
    })
}
