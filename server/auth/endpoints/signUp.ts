import { Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, findByEmail, insertAccount, lockById, toUser, updateAccount } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { type Attempt, takeAttempts } from '../limits'
import { mergeMetadata } from '../metadata'
import { issueOneTimeToken } from '../oneTimeTokens'
import { checkPassword, hashPassword, passwordMatches } from '../passwords'
import { parseChallenge, parseEmail, pkceFields, readBody, text, userMetadata } from '../requestBody'
import { startSession } from '../sessions'

const signUp = z.object({
  email: text.nullish(),
  phone: text.nullish(),
  password: text.nullish(),
  data: userMetadata.nullish(),
  ...pkceFields,
})

type NewAccount = Pick<AccountRow, 'email' | 'passwordHash' | 'userMetadata'>

/** What everybody is shown whose address has to be confirmed: it looks the same when the address is taken. */
const pendingUser = ({ email, userMetadata }: NewAccount, at: string) => ({
  ...toUser({
    id: crypto.randomUUID(),
    email,
    userMetadata,
    createdAt: at,
    updatedAt: at,
    passwordHash: null,
    emailConfirmedAt: null,
    newEmail: null,
    isBanned: false,
    bannedUntil: null,
    lastSignInAt: null,
  }),
  confirmation_sent_at: at,
})

/** `POST /signup`: a session at once, or a mail first when addresses have to be confirmed. */
export const signUpEndpoint = (context: AuthContext): Hono => {
  const { run, now } = context

  const signUpAtOnce = (values: NewAccount, at: string) =>
    run(async trx => {
      const account = await insertAccount(trx, { ...values, emailConfirmedAt: at })
      if (!account) throw new AuthError(422, 'user_already_exists', 'User already registered')
      return startSession(trx, context, account, 'password')
    })

  /** The account that waits for its address to be confirmed; null when the address is taken. */
  const register = (values: NewAccount): Promise<AccountRow | null> =>
    run(async trx => {
      const account = (await insertAccount(trx, values)) ?? (await findByEmail(trx, values.email))
      // Whoever signs up again before confirming gets a new mail.
      return account && !account.emailConfirmedAt && account.passwordHash ? account : null
    })

  /**
   * Of several people who sign up under one address, nobody knows which has the mailbox: when they chose different passwords, none
   * of them counts, and whoever confirms chooses one.
   */
  const dropForeignPassword = async ({ id, passwordHash }: AccountRow, password: string): Promise<void> => {
    if (!passwordHash || (await passwordMatches(password, passwordHash))) return
    await run(async trx => {
      const current = await lockById(trx, id)
      if (current?.emailConfirmedAt || current?.passwordHash !== passwordHash) return
      await updateAccount(trx, id, { passwordHash: null })
    })
  }

  const sendConfirmation = async ({ id, email }: AccountRow, codeChallenge: string | null, redirectTo?: string) => {
    const token = await run(trx => issueOneTimeToken(trx, { userId: id, kind: 'signup', codeChallenge, now: now() }))
    await context.mail('signup', email, token, redirectTo)
  }

  return new Hono().post('/signup', async c => {
    const body = await readBody(c, signUp)
    if (!body.email) {
      throw body.phone
        ? new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
        : new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    if (!body.password) throw validationFailed('Signup requires a valid password')
    const email = parseEmail(body.email)
    const { password } = body
    checkPassword(password)
    const codeChallenge = parseChallenge(body)
    const metadata = mergeMetadata({}, body.data ?? {})
    const attempts: Attempt[] = [{ limit: 'mail', subject: context.networkOf(c) }]
    if (context.confirmEmail) attempts.push({ limit: 'mailbox', subject: email })
    await run(trx => takeAttempts(trx, attempts, now()))

    const values = { email, passwordHash: await hashPassword(password), userMetadata: metadata }
    const at = new Date(now()).toISOString()
    if (!context.confirmEmail) return c.json(await signUpAtOnce(values, at))
    const redirectTo = c.req.query('redirect_to')
    const account = await register(values)
    if (account)
      context.later(async () => {
        if (account.passwordHash !== values.passwordHash) await dropForeignPassword(account, password)
        await sendConfirmation(account, codeChallenge, redirectTo)
      })
    return c.json(pendingUser(values, at))
  })
}
