import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, findByEmail, insertAccount, lockById, toUser, updateAccount } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { visitOf, watchDevice } from '../knownDevices'
import { attemptsOf, takeAttempts, takeMail } from '../limits'
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

/** A taken address gets the same answer. */
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
    emailChangeSessionId: null,
    emailChangeConfirmed: null,
    isBanned: false,
    isDemo: false,
    bannedUntil: null,
    lastSignInAt: null,
    invitedAt: null,
    appMetadata: {},
    factors: [],
  }),
  confirmation_sent_at: at,
})

export const signUpEndpoint = (context: AuthContext): Hono => {
  const { run, now } = context

  const signUpAtOnce = (c: Context, values: NewAccount, at: string) =>
    run(async trx => {
      const account = await insertAccount(trx, { ...values, emailConfirmedAt: at }, now())
      if (!account) throw new AuthError(422, 'user_already_exists', 'User already registered')
      return startSession(trx, context, account, 'password', visitOf(context, c))
    })

  const register = (values: NewAccount): Promise<AccountRow | null> =>
    run(async trx => {
      const account = (await insertAccount(trx, values, now())) ?? (await findByEmail(trx, values.email))
      return account && !account.emailConfirmedAt && account.passwordHash ? account : null
    })

  /** Several people may sign up with one address. If their passwords differ, the mailbox's owner chooses a new one. */
  const dropForeignPassword = async ({ id, passwordHash }: AccountRow, password: string): Promise<void> => {
    if (!passwordHash || (await passwordMatches(password, passwordHash))) return
    await run(async trx => {
      const current = await lockById(trx, id)
      if (current?.emailConfirmedAt || current?.passwordHash !== passwordHash) return
      await updateAccount(trx, id, { passwordHash: null })
    })
  }

  const sendConfirmation = ({ id: userId, email }: AccountRow, redirectTo?: string) =>
    run(async trx => {
      const token = await issueOneTimeToken(trx, { userId, kind: 'signup', now: now() })
      await context.mail(trx, { kind: 'signup', userId, to: email, token, redirectTo })
    })

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
    await checkPassword(password, [email, context.issuerName])
    // Only validated: the mailbox's owner may use another browser, or be somebody else.
    parseChallenge(body)
    const metadata = mergeMetadata({}, body.data ?? {})
    const network = context.networkOf(c)
    await run(async trx => {
      if (context.confirmEmail) await takeMail(trx, { kind: 'signup', mailbox: email, network }, now())
      else await takeAttempts(trx, attemptsOf('mail', network), now())
    })
    const mayHaveAccount = !context.mayStillSignUp || (await context.mayStillSignUp(email))
    if (!mayHaveAccount && !context.confirmEmail)
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')

    const values = { email, passwordHash: await hashPassword(password), userMetadata: metadata }
    const at = new Date(now()).toISOString()
    if (!context.confirmEmail) {
      const session = await signUpAtOnce(c, values, at)
      watchDevice(context, c, session.user)
      return c.json(session)
    }
    const redirectTo = c.req.query('redirect_to')
    const account = mayHaveAccount ? await register(values) : null
    if (account)
      context.later(async () => {
        if (account.passwordHash !== values.passwordHash) await dropForeignPassword(account, password)
        await sendConfirmation(account, redirectTo)
      })
    return c.json(pendingUser(values, at))
  })
}
