import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { findByEmail, findById, isShutOut, lockById } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, invalidCredentials, userBanned, validationFailed } from '../authError'
import { giveWay } from '../intake'
import { visitOf, watchDevice } from '../knownDevices'
import { forgetAttempts, rememberAddress, takeGuess } from '../limits'
import { redeemOneTimeToken } from '../oneTimeTokens'
import { passwordMatches } from '../passwords'
import { readBody, text } from '../requestBody'
import { challengeOf } from '../secrets'
import { noteRefusal } from '../securityLog'
import { refreshSession, startSession } from '../sessions'

const passwordGrant = z.object({ email: text.nullish(), phone: text.nullish(), password: text.nullish() })
const refreshGrant = z.object({ refresh_token: text.nullish() })
const idTokenGrant = z.object({ provider: text.nullish(), issuer: text.nullish() })
const pkceGrant = z.object({ auth_code: text, code_verifier: text })

const checkPassword = async (context: AuthContext, c: Context, email: string, password: string) => {
  const { run, now } = context
  const network = context.networkOf(c)

  const { attempts, wait } = await run(trx => takeGuess(trx, { email, network }, now()))
  if (wait > 0) await giveWay(c, () => context.wait(wait))
  const account = await run(trx => findByEmail(trx, email))
  if (!(await passwordMatches(password, account?.passwordHash ?? null)) || !account) {
    throw invalidCredentials()
  }
  const session = await run(async trx => {
    const current = await lockById(trx, account.id)
    // A new password has ended all sessions since.
    if (!current || current.passwordHash !== account.passwordHash) throw invalidCredentials()
    if (isShutOut(current, context)) throw userBanned(400)
    if (!current.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    await forgetAttempts(trx, attempts)
    await rememberAddress(trx, email, network, now())
    return startSession(trx, context, current, 'password', visitOf(context, c))
  })
  watchDevice(context, c, account)
  return session
}

const signInWithPassword = async (context: AuthContext, c: Context) => {
  const body = await readBody(c, passwordGrant)
  if (body.email && body.phone)
    throw validationFailed('Only an email address or phone number should be provided on login.')
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!body.email) throw validationFailed('missing email or phone')
  const email = body.email.trim().toLowerCase()
  return checkPassword(context, c, email, body.password ?? '').catch(async error => {
    if (error instanceof AuthError) await noteRefusal(context, c, email, error)
    throw error
  })
}

const refresh = async (context: AuthContext, c: Context, token: string) => {
  const result = await context.run(trx => refreshSession(trx, context, token, visitOf(context, c)))
  if (!result.reused) return result.body
  context.log('warn', 'refresh token used again, its session ended', { sessionId: result.sessionId })
  throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

const exchangeCode = async (context: AuthContext, c: Context) => {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceGrant)
  const session = await context.run(async trx => {
    const { userId, codeChallenge } = await redeemOneTimeToken(trx, code, ['pkce'], context.now()).catch(error => {
      if (!(error instanceof AuthError)) throw error
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    })
    if (codeChallenge !== challengeOf(verifier)) {
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    const account = await findById(trx, userId)
    if (!account || isShutOut(account, context)) throw userBanned(400)
    return startSession(trx, context, account, 'otp', visitOf(context, c))
  })
  watchDevice(context, c, session.user)
  return session
}

export const tokenEndpoint = (context: AuthContext): Hono =>
  new Hono().post('/token', async c => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return c.json(await signInWithPassword(context, c))
      case 'refresh_token': {
        const { refresh_token: token } = await readBody(c, refreshGrant)
        // GoTrue uses OAuth's words only here (RFC 6749 §5.2).
        if (!token) return c.json({ error: 'invalid_request', error_description: 'refresh_token required' }, 400)
        return c.json(await refresh(context, c, token))
      }
      case 'pkce':
        return c.json(await exchangeCode(context, c))
      case 'web3':
        throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
      case 'id_token': {
        const { provider, issuer } = await readBody(c, idTokenGrant)
        throw new AuthError(
          400,
          'provider_disabled',
          `Provider (issuer ${JSON.stringify(issuer || provider || '')}) is not enabled`,
        )
      }
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })
