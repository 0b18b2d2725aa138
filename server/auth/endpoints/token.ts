import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { findByEmail, findById, isShutOut, lockById } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, invalidCredentials, userBanned, validationFailed } from '../authError'
import { type Attempt, forgetAttempts, isKnownAddress, rememberAddress, takeAttempts } from '../limits'
import { redeemOneTimeToken } from '../oneTimeTokens'
import { passwordMatches } from '../passwords'
import { readBody, text } from '../requestBody'
import { challengeOf } from '../secrets'
import { refreshSession, startSession } from '../sessions'

const passwordGrant = z.object({ email: text.nullish(), phone: text.nullish(), password: text.nullish() })
const refreshGrant = z.object({ refresh_token: text.nullish() })
const pkceGrant = z.object({ auth_code: text, code_verifier: text })

const signInWithPassword = async (context: AuthContext, c: Context) => {
  const { run, now } = context
  const body = await readBody(c, passwordGrant)
  if (body.email && body.phone) throw validationFailed('Only an email address or phone number should be provided')
  if (!body.email) throw validationFailed('missing email or phone')
  const email = body.email.trim().toLowerCase()
  const network = context.networkOf(c)

  const { account, attempts } = await run(async trx => {
    const isKnown = await isKnownAddress(trx, email, network, now())
    const strangers: Attempt[] = [
      { limit: 'account', subject: email },
      { limit: 'address', subject: network },
    ]
    const wanted: Attempt[] = [{ limit: 'pair', subject: `${email}|${network}` }, ...(isKnown ? [] : strangers)]
    return { attempts: await takeAttempts(trx, wanted, now()), account: await findByEmail(trx, email) }
  })
  if (!(await passwordMatches(body.password ?? '', account?.passwordHash ?? null)) || !account) {
    throw invalidCredentials()
  }
  return run(async trx => {
    const current = await lockById(trx, account.id)
    // A password changed meanwhile ended the other sessions: the old one must not start another.
    if (!current || current.passwordHash !== account.passwordHash) throw invalidCredentials()
    if (isShutOut(current, now())) throw userBanned(400)
    if (!current.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    await forgetAttempts(trx, attempts)
    await rememberAddress(trx, email, network, now())
    return startSession(trx, context, current, 'password')
  })
}

const refresh = async (context: AuthContext, token: string) => {
  const result = await context.run(trx => refreshSession(trx, context, token))
  if (!result.reused) return result.body
  context.log('warn', 'refresh token used again, its session ended', { sessionId: result.sessionId })
  throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

const exchangeCode = async (context: AuthContext, c: Context) => {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceGrant)
  return context.run(async trx => {
    const { userId, codeChallenge } = await redeemOneTimeToken(trx, code, ['pkce'], context.now()).catch(error => {
      if (!(error instanceof AuthError)) throw error
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    })
    if (codeChallenge !== challengeOf(verifier)) {
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    const account = await findById(trx, userId)
    if (!account || isShutOut(account, context.now())) throw userBanned(400)
    return startSession(trx, context, account, 'otp')
  })
}

/** `POST /token`: everything that a session can be had for. */
export const tokenEndpoint = (context: AuthContext): Hono =>
  new Hono().post('/token', async c => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return c.json(await signInWithPassword(context, c))
      case 'refresh_token': {
        const { refresh_token: token } = await readBody(c, refreshGrant)
        // The one refusal that GoTrue words as OAuth does (RFC 6749 §5.2).
        if (!token) return c.json({ error: 'invalid_request', error_description: 'refresh_token required' }, 400)
        return c.json(await refresh(context, token))
      }
      case 'pkce':
        return c.json(await exchangeCode(context, c))
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })
