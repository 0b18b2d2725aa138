import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Transaction } from '../../db/database'
import { type AccountRow, isFreeAddress, lockById, toUser, updateAccount } from '../accounts'
import { askForAddress, changeAddress } from '../addressChange'
import type { AuthContext } from '../authContext'
import { AuthError, asEmailExists, emailExists, validationFailed } from '../authError'
import { authenticate, lockSignedIn, type SignedIn } from '../bearer'
import { removePlantedFactors } from '../factorRemoval'
import { visitOf } from '../knownDevices'
import { takeAttempts, takeMail } from '../limits'
import { mergeMetadata } from '../metadata'
import { issueCode } from '../oneTimeTokens'
import { checkPassword, hashPassword, passwordMatches } from '../passwords'
import { isRecent, type Proof, provesPassword, spendCode } from '../reauthentication'
import { parseChallenge, parseEmail, pkceFields, readBody, text, userMetadata } from '../requestBody'
import { continueSession, endSessions, noteProof, replaceSession, type SignOutScope } from '../sessions'
import { throwOut } from '../throwOut'

const wantedChanges = z.object({
  email: text.nullish(),
  password: text.nullish(),
  /** Replaces a recent sign-in or a mailed code. */
  current_password: text.nullish(),
  nonce: text.nullish(),
  /** Not GoTrue's: a new password ends other sessions by default. */
  keep_other_sessions: z.boolean().nullish(),
  /** Not GoTrue's: a new password gives this session a new id and tokens. */
  renew_session: z.boolean().nullish(),
  data: userMetadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

interface NewPassword extends Proof {
  password: string
}

const needsCode = async (signedIn: SignedIn, wanted: NewPassword, now: number): Promise<boolean> => {
  if ((await provesPassword(signedIn, wanted)) || isRecent(signedIn, now)) return false
  if (wanted.nonce === null) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  return true
}

const hashNewPassword = async (
  { issuerName }: AuthContext,
  { email, passwordHash }: AccountRow,
  { password }: NewPassword,
): Promise<string> => {
  await checkPassword(password, [email, issuerName])
  if (passwordHash && (await passwordMatches(password, passwordHash))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

interface PasswordChange {
  signedIn: SignedIn
  passwordHash: string
  nonce: string | null
  keepsOthers: boolean
}

/** Ends sessions and links that others may hold. */
const setPassword = async (
  trx: Transaction,
  context: AuthContext,
  c: Context,
  { current, change }: { current: AccountRow; change: PasswordChange },
): Promise<void> => {
  const { signedIn, passwordHash, nonce, keepsOthers } = change
  const { account, sessionId } = signedIn
  const now = context.now()
  if (current.passwordHash !== account.passwordHash) throw new AuthError(409, 'conflict', 'Try again')
  if (nonce) await spendCode(trx, sessionId, nonce, now)
  await throwOut(trx, account.id, keepsOthers ? 'all' : { id: sessionId })
  const hadPlanted = !keepsOthers && (await removePlantedFactors(trx, account.id, { kept: sessionId, now }))
  await updateAccount(trx, account.id, { passwordHash })
  if (hadPlanted) await context.notice(trx, 'factor_removed', current, { c })
  await context.notice(trx, 'password_changed', current, { c })
}

const updateUser = async (context: AuthContext, c: Context, signedIn: SignedIn): Promise<object> => {
  const { run, now, confirmEmail } = context
  const { account, isAal2 } = signedIn
  const body = await readBody(c, wantedChanges)
  const { data, email } = body
  if (body.app_metadata !== undefined)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const codeChallenge = parseChallenge(body)
  const wantedEmail = email ? parseEmail(email) : account.email
  const newEmail = wantedEmail === account.email ? null : wantedEmail
  if ((body.password || newEmail) && !isAal2 && account.factors.some(({ status }) => status === 'verified')) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw new AuthError(401, 'insufficient_aal', message)
  }
  const needsMail = newEmail !== null && confirmEmail
  const wanted: NewPassword | null = body.password
    ? { password: body.password, current: body.current_password || null, nonce: body.nonce || null }
    : null

  if (wanted) await run(trx => takeAttempts(trx, [{ limit: 'newPassword', subject: signedIn.sessionId }], now()))
  if (needsMail) {
    const asked = { kind: 'email_change', mailbox: newEmail, network: context.networkOf(c) }
    await run(trx => takeMail(trx, asked, now()))
  }
  const nonce = wanted && (await needsCode(signedIn, wanted, now())) ? wanted.nonce : null
  const passwordHash = wanted ? await hashNewPassword(context, account, wanted) : null
  const keepsOthers = body.keep_other_sessions === true

  return run(async trx => {
    const current = await lockSignedIn(trx, signedIn)
    if (passwordHash)
      await setPassword(trx, context, c, { current, change: { signedIn, passwordHash, nonce, keepsOthers } })
    const renewedId = passwordHash && body.renew_session ? await replaceSession(trx, signedIn.sessionId) : null
    const sessionId = renewedId ?? signedIn.sessionId
    if (data) {
      await updateAccount(trx, account.id, { userMetadata: mergeMetadata(current.userMetadata, data) })
    }
    if (newEmail && !confirmEmail) await changeAddress(trx, context, current, newEmail)
    if (newEmail && confirmEmail) {
      if (!(await isFreeAddress(trx, { email: newEmail, userId: account.id, now: now() }))) throw emailExists()
      const redirectTo = c.req.query('redirect_to')
      await askForAddress(trx, context, { account: current, newEmail, sessionId, codeChallenge, redirectTo })
    }
    const updated = (await lockById(trx, account.id)) ?? current
    const visit = visitOf(context, c)
    return renewedId ? continueSession(trx, context, { account: updated, sessionId, visit }) : toUser(updated)
  }).catch(error => {
    throw asEmailExists(error)
  })
}

const proof = z.object({ password: text.nullish(), nonce: text.nullish() })

const proveIdentity = async (context: AuthContext, c: Context, signedIn: SignedIn): Promise<void> => {
  const { run, now } = context
  const { account, sessionId } = signedIn
  const { password, nonce } = await readBody(c, proof)
  if (!password && !nonce) throw validationFailed('Reauthentication requires a password or a nonce')
  await run(trx => takeAttempts(trx, [{ limit: 'newPassword', subject: sessionId }], now()))
  const isProved = await provesPassword(signedIn, { current: password || null })
  await run(async trx => {
    const current = await lockSignedIn(trx, signedIn)
    if (isProved && current.passwordHash !== account.passwordHash) throw new AuthError(409, 'conflict', 'Try again')
    if (!isProved && nonce) await spendCode(trx, sessionId, nonce, now())
    await noteProof(trx, sessionId, now())
  })
}

const mailCode = async (context: AuthContext, c: Context, signedIn: SignedIn): Promise<void> => {
  const { run, now } = context
  const { account, sessionId } = signedIn
  const { id: userId, email } = account
  const asked = { kind: 'reauthentication', mailbox: email, network: context.networkOf(c) }
  await run(trx => takeMail(trx, asked, now()))
  await run(async trx => {
    await lockSignedIn(trx, signedIn)
    const code = await issueCode(trx, { userId, sessionId, now: now() })
    await context.mail(trx, { kind: 'reauthentication', userId, to: email, code })
  })
}

const isScope = (scope: string): scope is SignOutScope => ['global', 'local', 'others'].includes(scope)

export const userEndpoints = (context: AuthContext): Hono =>
  new Hono()
    .get('/user', async c => c.json(toUser((await authenticate(context, c)).account)))
    .put('/user', async c => c.json(await updateUser(context, c, await authenticate(context, c))))
    .get('/reauthenticate', async c => {
      await mailCode(context, c, await authenticate(context, c))
      return c.json({})
    })
    .post('/reauthenticate', async c => {
      await proveIdentity(context, c, await authenticate(context, c))
      return c.body(null, 204)
    })
    .post('/logout', async c => {
      const scope = c.req.query('scope') ?? 'global'
      if (!isScope(scope)) throw validationFailed(`Unsupported logout scope "${scope}"`)
      const { account, sessionId } = await authenticate(context, c)
      await context.run(async trx => {
        if (scope === 'global') await throwOut(trx, account.id, 'none')
        else await endSessions(trx, account.id, sessionId, scope)
      })
      return c.body(null, 204)
    })
