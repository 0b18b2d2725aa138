import path from 'node:path'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { jwtVerify } from 'jose'
import * as z from 'zod'
import type { Database } from '../db/database'
import type { Log } from '../log'
import { type AccountRow, findByEmail, findById, insertAccount, toUser, updateAccount } from './accounts'
import { AuthError, invalidCredentials, validationFailed } from './authError'
import { createLimiter } from './limits'
import { issueOneTimeToken, redeemOneTimeToken, type TokenKind } from './oneTimeTokens'
import { outbox, type SendMail } from './outbox'
import { checkPassword, hashPassword, passwordMatches } from './passwords'
import { challengeOf } from './secrets'
import { endSessions, refreshSession, type SignOutScope, sessionExists, startSession } from './sessions'
import { loadSigningKeys } from './signingKeys'

export interface AuthServiceOptions {
  database: Database
  /** The `iss` of tokens: the service's own address, `http://localhost:3000/auth/v1`. */
  issuer: string
  /** Where the web application is, for links in mails. */
  siteUrl: string
  /** Whether a link may lead to this origin. */
  isOwnOrigin: (origin: string) => boolean
  outboxFolder: string
  /** Sign-ups wait for a link in a mail. */
  confirmEmail: boolean
  productName: string
  /** Writes links into the log, too. */
  logLinks: boolean
  /** The address of the person behind a request. */
  clientAddress: (c: Context) => string
  log: Log
  /** Milliseconds since the epoch. */
  now?: () => number
}

export type AuthService = Awaited<ReturnType<typeof createAuthService>>

const apiVersionHeader = 'x-supabase-api-version'

const text = z.string().max(4096)
const metadata = z.record(z.string(), z.unknown()).optional()
const email = z
  .email()
  .max(254)
  .transform(value => value.toLowerCase())
const challenge = { code_challenge: text.nullish(), code_challenge_method: text.nullish() }

const bodies = {
  password: z.object({ email: text.nullish(), phone: text.nullish(), password: text.nullish() }),
  refresh: z.object({ refresh_token: text.nullish() }),
  pkce: z.object({ auth_code: text, code_verifier: text }),
  signup: z.object({ email: text.nullish(), phone: text.nullish(), password: text.nullish(), data: metadata }),
  update: z.object({ email: text.optional(), password: text.optional(), data: metadata, ...challenge }),
  recover: z.object({ email: text, ...challenge }),
  resend: z.object({ email: text, type: z.enum(['signup', 'email_change']) }),
  verify: z.object({ type: text, token_hash: text.optional(), token: text.optional(), email: text.optional() }),
}

/** GoTrue's names for what a link is for, and the kinds of tokens that each accepts. */
const linkKinds: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ['signup'],
  invite: ['invite'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email: ['signup', 'magiclink', 'invite', 'email_change'],
  email_change: ['email_change'],
}

const parseEmail = (value: string): string => {
  const result = email.safeParse(value.trim())
  if (!result.success) throw validationFailed('Unable to validate email address: invalid format')
  return result.data
}

/** The auth service of an installation without a Supabase project, with its protocol, to be mounted at `/auth/v1`. */
export const createAuthService = async (options: AuthServiceOptions) => {
  const { database, issuer, siteUrl, isOwnOrigin, confirmEmail, productName, log, clientAddress } = options
  const now = options.now ?? Date.now
  const keys = await loadSigningKeys(database)
  const context = { keys, issuer, now }
  const limiter = createLimiter(database, now)
  const send: SendMail = outbox({ folder: options.outboxFolder, log, productName, logLinks: options.logLinks })
  const asAuth = <T>(work: Parameters<typeof database.run<T>>[1]) =>
    database.run<T>({ as: 'auth' }, work, { retry: true })

  const redirectTarget = (wanted: string | undefined, fallback: string): URL => {
    const base = new URL(fallback, siteUrl)
    if (!wanted || !URL.canParse(wanted)) return base
    const target = new URL(wanted)
    return isOwnOrigin(target.origin) ? target : base
  }

  /** Links lead to a page that posts the token: a mail scanner that only fetches links does not use them up. */
  const linkTo = (page: string, token: string, kind: TokenKind, redirectTo?: string): string => {
    const url = new URL(page, redirectTarget(redirectTo, page))
    url.searchParams.set('token_hash', token)
    url.searchParams.set('type', kind)
    return url.href
  }

  const mails = {
    recovery: (to: string, token: string, redirectTo?: string) =>
      send({
        to,
        subject: `${productName}: choose a new password`,
        text: 'Somebody, hopefully you, asked for a new password. The link works once, for an hour. If it was not you, ignore this mail.',
        action: 'Choose a new password',
        link: linkTo('/new-password', token, 'recovery', redirectTo),
      }),
    invite: (to: string, token: string) =>
      send({
        to,
        subject: `You are invited to ${productName}`,
        text: `You were invited to ${productName}. Choose a password to accept; the link works for seven days.`,
        action: 'Accept the invitation',
        link: linkTo('/new-password', token, 'invite'),
      }),
    signup: (to: string, token: string, redirectTo?: string) =>
      send({
        to,
        subject: `${productName}: confirm your e-mail address`,
        text: 'Please confirm that this address is yours. The link works for a day.',
        action: 'Confirm the address',
        link: linkTo('/confirm', token, 'signup', redirectTo),
      }),
    emailChange: (to: string, token: string, redirectTo?: string) =>
      send({
        to,
        subject: `${productName}: confirm your new e-mail address`,
        text: 'Please confirm that this is your new address. Until then the old one stays in force.',
        action: 'Confirm the new address',
        link: linkTo('/confirm', token, 'email_change', redirectTo),
      }),
  }

  const newTokenFor = (userId: string, kind: TokenKind): Promise<string> =>
    asAuth(trx => issueOneTimeToken(trx, { userId, kind, now: now() }))

  const takeMailLimits = (c: Context, address: string) =>
    limiter.take([
      { limit: 'mail', subject: clientAddress(c) },
      { limit: 'mailbox', subject: address },
    ])

  const app = new Hono()

  app.onError((error, c) => {
    const problem =
      error instanceof AuthError
        ? error
        : new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check the server log')
    if (problem.status >= 500) log('error', 'auth request failed', { path: c.req.path, error: String(error) })
    const isNew = (c.req.header(apiVersionHeader) ?? '') >= '2024-01-01'
    const { status, code, message, extra } = problem
    c.header('x-sb-error-code', code)
    c.header(apiVersionHeader, isNew ? '2024-01-01' : undefined)
    c.header('cache-control', 'no-store')
    return c.json(
      isNew ? { code, message, ...extra } : { code: status, error_code: code, msg: message, ...extra },
      status,
    )
  })
  app.notFound(() => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint')
  })
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  app.use(
    bodyLimit({
      maxSize: 64 * 1024,
      onError: () => {
        throw new AuthError(413, 'validation_failed', 'The body is too large')
      },
    }),
  )

  const read = async <S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> => {
    const json: unknown = await c.req.json().catch(() => {
      throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
    })
    // PostgreSQL's text cannot hold it.
    if (JSON.stringify(json)?.includes('\\u0000')) throw validationFailed('The body must not contain NUL characters')
    const result = schema.safeParse(json)
    if (result.success) return result.data
    const [issue] = result.error.issues
    throw validationFailed(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`)
  }

  /** The account and session behind a bearer token. @throws AuthError as GoTrue words it */
  const authenticate = async (c: Context): Promise<{ account: AccountRow; sessionId: string }> => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const { payload } = await jwtVerify(token, keys.verify, {
      issuer,
      audience: 'authenticated',
      algorithms: ['ES256'],
      currentDate: new Date(now()),
    }).catch((error: Error) => {
      throw new AuthError(403, 'bad_jwt', `invalid JWT: ${error.message}`)
    })
    const { sub, session_id: sessionId } = payload
    if (typeof sub !== 'string' || typeof sessionId !== 'string')
      throw new AuthError(403, 'bad_jwt', 'invalid JWT: missing claims')
    return asAuth(async trx => {
      const account = await findById(trx, sub)
      if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
      if (!(await sessionExists(trx, sessionId))) {
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
      }
      if (account.isBanned) throw new AuthError(403, 'user_banned', 'User is banned')
      return { account, sessionId }
    })
  }

  const signInWithPassword = async (c: Context) => {
    const body = await read(c, bodies.password)
    if (body.email && body.phone) throw validationFailed('Only an email address or phone number should be provided')
    if (!body.email) throw validationFailed('missing email or phone')
    const address = body.email.trim().toLowerCase()
    const from = clientAddress(c)
    const isKnown = await limiter.isKnown(address, from)
    const attempts = [
      { limit: 'pair', subject: `${address}|${from}` },
      ...(isKnown
        ? []
        : ([
            { limit: 'account', subject: address },
            { limit: 'address', subject: from },
          ] as const)),
    ] as const
    // Counted before the comparison: parallel guesses must not all slip through before the first is found wrong.
    await limiter.take(attempts)
    const account = await asAuth(trx => findByEmail(trx, address))
    if (!(await passwordMatches(body.password ?? '', account?.passwordHash ?? null)) || !account)
      throw invalidCredentials()
    if (account.isBanned) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!account.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    await limiter.succeeded(address, from)
    return asAuth(trx => startSession(trx, context, account, 'password'))
  }

  const refresh = async (c: Context) => {
    const { refresh_token: token } = await read(c, bodies.refresh)
    if (!token) throw validationFailed('refresh_token required')
    const result = await asAuth(trx => refreshSession(trx, context, token))
    if (result.reused) throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    return result.body
  }

  const exchangeCode = async (c: Context) => {
    const { auth_code: code, code_verifier: verifier } = await read(c, bodies.pkce)
    return asAuth(async trx => {
      const { userId, codeChallenge } = await redeemOneTimeToken(trx, code, ['pkce'], now()).catch(() => {
        throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
      })
      if (codeChallenge !== challengeOf(verifier)) {
        throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
      }
      const account = await findById(trx, userId)
      if (!account) throw new AuthError(403, 'user_not_found', 'User not found')
      return startSession(trx, context, account, 'otp')
    })
  }

  app.post('/token', async c => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return c.json(await signInWithPassword(c))
      case 'refresh_token':
        return c.json(await refresh(c))
      case 'pkce':
        return c.json(await exchangeCode(c))
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })

  app.post('/signup', async c => {
    const body = await read(c, bodies.signup)
    if (!body.email) {
      throw body.phone
        ? new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
        : new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    if (!body.password) throw validationFailed('Signup requires a valid password')
    const address = parseEmail(body.email)
    checkPassword(body.password)
    await limiter.take([{ limit: 'mail', subject: clientAddress(c) }])
    const passwordHash = await hashPassword(body.password)
    const userMetadata = body.data ?? {}
    const at = new Date(now()).toISOString()
    if (!confirmEmail) {
      const session = await asAuth(async trx => {
        const account = await insertAccount(trx, { email: address, passwordHash, userMetadata, emailConfirmedAt: at })
        if (!account) throw new AuthError(422, 'user_already_exists', 'User already registered')
        return startSession(trx, context, account, 'password')
      })
      return c.json(session)
    }
    const account = await asAuth(async trx => {
      const inserted = await insertAccount(trx, { email: address, passwordHash, userMetadata })
      if (inserted) return inserted
      const existing = await findByEmail(trx, address)
      // Whoever signs up again before confirming gets a new mail; the first password stays.
      return existing && !existing.emailConfirmedAt && existing.passwordHash ? existing : null
    })
    if (account) await mails.signup(address, await newTokenFor(account.id, 'signup'), c.req.query('redirect_to'))
    // The same answer for an address that is taken, so that nobody learns which are.
    const shown = { id: crypto.randomUUID(), email: address, userMetadata, createdAt: at, updatedAt: at }
    return c.json({
      ...toUser({
        ...shown,
        passwordHash: null,
        emailConfirmedAt: null,
        newEmail: null,
        isBanned: false,
        lastSignInAt: null,
      }),
      confirmation_sent_at: at,
    })
  })

  app.post('/logout', async c => {
    const scope = c.req.query('scope') ?? 'global'
    if (!['global', 'local', 'others'].includes(scope)) throw validationFailed(`Unsupported logout scope "${scope}"`)
    const { account, sessionId } = await authenticate(c)
    await asAuth(trx => endSessions(trx, account.id, sessionId, scope as SignOutScope))
    return c.body(null, 204)
  })

  app.get('/user', async c => c.json(toUser((await authenticate(c)).account)))

  app.put('/user', async c => {
    const { account, sessionId } = await authenticate(c)
    const body = await read(c, bodies.update)
    const changes: Partial<AccountRow> = {}
    if (body.data) changes.userMetadata = { ...account.userMetadata, ...body.data }
    if (body.password !== undefined) {
      checkPassword(body.password)
      if (account.passwordHash && (await passwordMatches(body.password, account.passwordHash))) {
        throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
      }
      changes.passwordHash = await hashPassword(body.password)
    }
    const newEmail = body.email === undefined ? undefined : parseEmail(body.email)
    const isNewEmail = newEmail !== undefined && newEmail !== account.email
    const updated = await asAuth(async trx => {
      if (isNewEmail && (await findByEmail(trx, newEmail))) {
        throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
      }
      if (isNewEmail) Object.assign(changes, confirmEmail ? { newEmail } : { email: newEmail })
      const row = Object.keys(changes).length > 0 ? await updateAccount(trx, account.id, changes) : account
      // A new password signs out whoever else had got in.
      if (changes.passwordHash) await endSessions(trx, account.id, sessionId, 'others')
      return row
    })
    if (isNewEmail && confirmEmail) {
      await takeMailLimits(c, newEmail)
      await mails.emailChange(newEmail, await newTokenFor(account.id, 'email_change'), c.req.query('redirect_to'))
    }
    return c.json(toUser(updated))
  })

  app.post('/recover', async c => {
    const address = parseEmail((await read(c, bodies.recover)).email)
    await takeMailLimits(c, address)
    const account = await asAuth(trx => findByEmail(trx, address))
    if (account && !account.isBanned)
      await mails.recovery(address, await newTokenFor(account.id, 'recovery'), c.req.query('redirect_to'))
    return c.json({})
  })

  app.post('/resend', async c => {
    const { email: value, type } = await read(c, bodies.resend)
    const address = parseEmail(value)
    await takeMailLimits(c, address)
    const account = type === 'signup' ? await asAuth(trx => findByEmail(trx, address)) : undefined
    if (account && !account.emailConfirmedAt)
      await mails.signup(address, await newTokenFor(account.id, 'signup'), c.req.query('redirect_to'))
    return c.json({})
  })

  /** Uses up the token of a link: what it proves is that its reader has the mailbox. */
  const redeem = (token: string, type: string) =>
    asAuth(async trx => {
      const { userId, kind } = await redeemOneTimeToken(trx, token, linkKinds[type] ?? [], now())
      const account = await findById(trx, userId)
      if (!account || account.isBanned) throw new AuthError(403, 'user_banned', 'User is banned')
      const confirmed: Partial<AccountRow> = {
        emailConfirmedAt: account.emailConfirmedAt ?? new Date(now()).toISOString(),
      }
      if (kind === 'email_change' && account.newEmail) {
        if (await findByEmail(trx, account.newEmail))
          throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
        Object.assign(confirmed, { email: account.newEmail, newEmail: null })
      }
      return updateAccount(trx, userId, confirmed)
    })

  app.post('/verify', async c => {
    const body = await read(c, bodies.verify)
    const token = body.token_hash ?? body.token
    if (!token) throw validationFailed('Verify requires a token or a token hash')
    await limiter.take([{ limit: 'verify', subject: clientAddress(c) }])
    const account = await redeem(token, body.type)
    return c.json(await asAuth(trx => startSession(trx, context, account, 'otp')))
  })

  app.get('/verify', async c => {
    const { token = '', type = '', redirect_to: redirectTo } = c.req.query()
    const target = redirectTarget(redirectTo, '/')
    try {
      await limiter.take([{ limit: 'verify', subject: clientAddress(c) }])
      const account = await redeem(token, type)
      const session = await asAuth(trx => startSession(trx, context, account, 'otp'))
      const { access_token, refresh_token, expires_in, expires_at, token_type } = session
      target.hash = new URLSearchParams({
        access_token,
        refresh_token,
        expires_in: String(expires_in),
        expires_at: String(expires_at),
        token_type,
        type,
      }).toString()
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      target.hash = new URLSearchParams({
        error: 'access_denied',
        error_code: error.code,
        error_description: error.message,
      }).toString()
    }
    return c.redirect(target.href, 303)
  })

  app.get('/settings', c =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: !confirmEmail,
      phone_autoconfirm: false,
    }),
  )
  app.get('/health', c =>
    c.json({ name: 'GoTrue', description: 'Slotwise’s embedded auth service, with Supabase Auth’s protocol' }),
  )
  app.get('/.well-known/jwks.json', c => c.json(keys.jwks))

  return {
    app,
    /** For `jwtVerify`: the keys without a request. */
    verificationKeys: keys.verify,
    issuer,
    /** Makes an account that can sign in at once; null when the address is taken. */
    createAccount: async (
      address: string,
      password: string,
      userMetadata: Record<string, unknown> = {},
    ): Promise<string | null> => {
      const passwordHash = await hashPassword(password)
      const account = await asAuth(trx =>
        insertAccount(trx, {
          email: address.toLowerCase(),
          passwordHash,
          userMetadata,
          emailConfirmedAt: new Date(now()).toISOString(),
        }),
      )
      return account?.id ?? null
    },
    /** Makes an account without a password and mails its invitation; null when the address is taken. */
    invite: async ({ email: address, name }: { email: string; name: string | null }): Promise<string | null> => {
      const account = await asAuth(trx =>
        insertAccount(trx, { email: address.toLowerCase(), userMetadata: name ? { name } : {} }),
      )
      if (!account) return null
      await mails.invite(account.email, await newTokenFor(account.id, 'invite'))
      return account.id
    },
    /** Changes the address, or bans and unbans; a ban ends all sessions. An unknown id is ignored. */
    update: (id: string, { email: address, isActive }: { email?: string; isActive?: boolean }): Promise<void> =>
      asAuth(async trx => {
        if (!(await findById(trx, id))) return
        await updateAccount(trx, id, {
          ...(address && { email: address.toLowerCase() }),
          ...(isActive !== undefined && { isBanned: !isActive }),
        })
        if (isActive === false) await trx.deleteFrom('authService.sessions').where('userId', '=', id).execute()
      }),
    delete: (id: string): Promise<void> =>
      asAuth(async trx => void (await trx.deleteFrom('authService.users').where('id', '=', id).execute())),
    find: (id: string): Promise<AccountRow | undefined> => asAuth(trx => findById(trx, id)),
  }
}

/** Where the mails of an installation with this data folder are. */
export const outboxFolder = (dataDir: string): string => path.join(dataDir, 'outbox')
