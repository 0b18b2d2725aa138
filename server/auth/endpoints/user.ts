import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, findByEmail, lockById, toUser, updateAccount } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, asEmailExists, emailExists, validationFailed } from '../authError'
import { authenticate, type SignedIn } from '../bearer'
import { type Attempt, takeAttempts } from '../limits'
import { mergeMetadata } from '../metadata'
import { issueOneTimeToken, revokeOneTimeTokens } from '../oneTimeTokens'
import { checkPassword, hashPassword, passwordMatches } from '../passwords'
import { parseChallenge, parseEmail, pkceFields, readBody, text, userMetadata } from '../requestBody'
import { endSessions, type SignOutScope } from '../sessions'

const wantedChanges = z.object({
  email: text.nullish(),
  password: text.nullish(),
  data: userMetadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

/** @throws AuthError `weak_password` or `same_password` */
const hashNewPassword = async ({ passwordHash }: AccountRow, password: string): Promise<string> => {
  checkPassword(password)
  if (passwordHash && (await passwordMatches(password, passwordHash))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

const updateUser = async (context: AuthContext, c: Context, { account, sessionId }: SignedIn): Promise<AccountRow> => {
  const { run, now, confirmEmail } = context
  const { password, data, email, app_metadata, ...pkce } = await readBody(c, wantedChanges)
  if (app_metadata !== undefined)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const codeChallenge = parseChallenge(pkce)
  const wantedEmail = email ? parseEmail(email) : account.email
  const newEmail = wantedEmail === account.email ? null : wantedEmail
  const needsMail = newEmail !== null && confirmEmail

  const attempts: Attempt[] = []
  if (password) attempts.push({ limit: 'newPassword', subject: account.id })
  if (needsMail) {
    attempts.push({ limit: 'mail', subject: context.networkOf(c) }, { limit: 'mailbox', subject: newEmail })
  }
  if (attempts.length > 0) await run(trx => takeAttempts(trx, attempts, now()))
  const passwordHash = password ? await hashNewPassword(account, password) : null

  const { updated, token } = await run(async trx => {
    const current = await lockById(trx, account.id)
    if (!current) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    if (newEmail && (await findByEmail(trx, newEmail))) throw emailExists()
    const changes: Partial<AccountRow> = {
      ...(data && { userMetadata: mergeMetadata(current.userMetadata, data) }),
      ...(passwordHash && { passwordHash }),
      ...(newEmail && (confirmEmail ? { newEmail } : { email: newEmail })),
    }
    if (Object.keys(changes).length === 0) return { updated: current, token: null }
    // A new password shuts out whoever else had got in, by a session or by a link.
    if (passwordHash) {
      await endSessions(trx, account.id, sessionId, 'others')
      await revokeOneTimeTokens(trx, account.id, 'email_change')
    }
    // Links that went to the old address.
    if (changes.email) await revokeOneTimeTokens(trx, account.id)
    const token = needsMail
      ? await issueOneTimeToken(trx, { userId: account.id, kind: 'email_change', codeChallenge, now: now() })
      : null
    return { updated: await updateAccount(trx, account.id, changes), token }
  }).catch(error => {
    throw asEmailExists(error)
  })
  if (newEmail && token) await context.mail('email_change', newEmail, token, c.req.query('redirect_to'))
  return updated
}

const isScope = (scope: string): scope is SignOutScope => ['global', 'local', 'others'].includes(scope)

/** `GET` and `PUT /user`, `POST /logout`: what a signed-in person does with their own account. */
export const userEndpoints = (context: AuthContext): Hono =>
  new Hono()
    .get('/user', async c => c.json(toUser((await authenticate(context, c)).account)))
    .put('/user', async c => c.json(toUser(await updateUser(context, c, await authenticate(context, c)))))
    .post('/logout', async c => {
      const scope = c.req.query('scope') ?? 'global'
      if (!isScope(scope)) throw validationFailed(`Unsupported logout scope "${scope}"`)
      const { account, sessionId } = await authenticate(context, c)
      await context.run(trx => endSessions(trx, account.id, sessionId, scope))
      return c.body(null, 204)
    })
