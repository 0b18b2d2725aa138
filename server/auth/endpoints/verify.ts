import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Transaction } from '../../db/database'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { createExchange, expiredToken, type Redeemed } from '../exchange'
import { visitOf, watchDevice } from '../knownDevices'
import { issueOneTimeToken, pkcePrefix } from '../oneTimeTokens'
import { parseEmail, readBody, text } from '../requestBody'
import { startSession } from '../sessions'

const verification = z.object({
  type: text.nullish(),
  token_hash: text.nullish(),
  token: text.nullish(),
  email: text.nullish(),
  phone: text.nullish(),
})

const typeMissing = () => validationFailed('Verify requires a verification type')

const readLink = ({ type, token_hash: hash, token, email, phone }: z.output<typeof verification>) => {
  if (!type) throw typeMissing()
  if (Boolean(token) === Boolean(hash)) throw validationFailed('Verify requires either a token or a token hash')
  if (hash) {
    if (email || phone) throw validationFailed('Only the token_hash and type should be provided')
    return { token: hash, type, email: null }
  }
  if (Boolean(email) === Boolean(phone))
    throw validationFailed('Only an email address or phone number should be provided on verify')
  if (phone && !/^\+?[1-9]\d{1,14}$/.test(phone.replaceAll(' ', '')))
    throw validationFailed('Invalid phone number format (E.164 required)')
  if (phone) throw expiredToken()
  return { token: token ?? '', type, email: parseEmail(email ?? '') }
}

const otherLinkNeeded = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export const verifyEndpoints = (context: AuthContext): Hono => {
  const { now, links } = context

  const exchange = createExchange(context)

  const codeOrSession =
    (c: Context) =>
    async (trx: Transaction, { account, codeChallenge }: Redeemed) =>
      codeChallenge
        ? { code: await issueOneTimeToken(trx, { userId: account.id, kind: 'pkce', codeChallenge, now: now() }) }
        : { session: await startSession(trx, context, account, 'otp', visitOf(context, c)) }

  return new Hono()
    .post('/verify', async c => {
      const session = await exchange(c, readLink(await readBody(c, verification)), (trx, { account }) =>
        startSession(trx, context, account, 'otp', visitOf(context, c)),
      )
      if (!session) return c.json({ msg: otherLinkNeeded, code: '200' })
      watchDevice(context, c, session.user)
      return c.json(session)
    })
    .get('/verify', async c => {
      const { token = '', type = '', redirect_to: redirectTo } = c.req.query()
      if (!type) throw typeMissing()
      if (!token) throw validationFailed('Verify requires a token or a token hash')
      const target = links.target(type, redirectTo)
      try {
        type Outcome = { code?: string; session?: Awaited<ReturnType<typeof startSession>> }
        const outcome = await exchange<Outcome>(c, { token, type, email: null }, codeOrSession(c))
        const { code, session } = outcome ?? {}
        if (!outcome) {
          if (token.startsWith(pkcePrefix)) target.searchParams.set('message', otherLinkNeeded)
          target.hash = new URLSearchParams({ message: otherLinkNeeded, sb: '' }).toString()
        }
        if (code) target.searchParams.set('code', code)
        if (session) {
          watchDevice(context, c, session.user)
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
