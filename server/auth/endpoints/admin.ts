import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { HOUR, MINUTE } from '../../../src/time/instant'
import { type AccountRow, toUser } from '../accounts'
import type { AccountChanges, Administration } from '../administration'
import type { AuthContext } from '../authContext'
import { AuthError, asEmailExists, emailExists, validationFailed } from '../authError'
import { requireService } from '../bearer'
import { mergeMetadata } from '../metadata'
import { checkPassword } from '../passwords'
import { parseEmail, readBody, text, userMetadata } from '../requestBody'
import { createFactorAdministration } from './factors'

const newUser = z.object({
  email: text,
  password: text.nullish(),
  user_metadata: userMetadata.nullish(),
  app_metadata: userMetadata.nullish(),
  email_confirm: z.boolean().nullish(),
})
const userChanges = newUser.partial().extend({ ban_duration: text.nullish() })
const invitation = z.object({ email: text, data: userMetadata.nullish() })
const linkRequest = z.object({
  type: z.enum(['invite', 'recovery', 'magiclink', 'signup']),
  email: text,
  password: text.nullish(),
  data: userMetadata.nullish(),
  redirect_to: text.nullish(),
})

const unitMs: Readonly<Partial<Record<string, number>>> = { ms: 1, s: 1000, m: MINUTE, h: HOUR }

/** Go's durations, such as `1h30m`; `none` lifts a ban. */
const parseBan = (duration: string, now: number): NonNullable<AccountChanges['ban']> => {
  if (duration === 'none') return 'none'
  if (!/^(?:\d+(?:ms|[hms]))+$/.test(duration)) throw validationFailed(`invalid format for ban duration: ${duration}`)
  const parts = duration.matchAll(/(\d+)(ms|[hms])/g)
  const ms = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
  const until = now + ms
  return until > 8_640_000_000_000_000 ? 'forever' : { until: new Date(until).toISOString() }
}

const mostPerPage = 1000

const parsePage = (c: Context, name: string, initial: number, most: number): number => {
  const given = c.req.query(name)
  if (!given) return initial
  if (!/^\d{1,15}$/.test(given)) {
    throw validationFailed(
      `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`,
    )
  }
  return Math.min(Math.max(1, Number(given)), most)
}

/** RFC 8288, as GoTrue's clients read it. */
const linkOf = (url: string, page: number, pages: number): string => {
  const at = (to: number, rel: string): string => {
    const target = new URL(url)
    target.searchParams.set('page', String(to))
    return `<${target.pathname}${target.search}>; rel="${rel}"`
  }
  return [...(pages > page ? [at(page + 1, 'next')] : []), at(pages, 'last')].join(', ')
}

const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')

const userAdministration = (context: AuthContext, administration: Administration): Hono => {
  const app = new Hono()
  const { now } = context
  const factors = createFactorAdministration(context)

  const existing = async (id: string): Promise<AccountRow> => {
    if (!z.guid().safeParse(id).success) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
    const account = await administration.find(id)
    if (!account) throw userNotFound()
    return account
  }

  app.get('/admin/users', async c => {
    const page = parsePage(c, 'page', 1, Number.MAX_SAFE_INTEGER)
    const perPage = parsePage(c, 'per_page', 50, mostPerPage)
    const { accounts, total } = await administration.list({ page, perPage })
    c.header('link', linkOf(c.req.url, page, Math.ceil(total / perPage)))
    c.header('x-total-count', String(total))
    return c.json({ users: accounts.map(toUser), aud: 'authenticated' })
  })

  app.post('/admin/users', async c => {
    const { password, email_confirm, ...body } = await readBody(c, newUser)
    const email = parseEmail(body.email)
    if (password) await checkPassword(password, [email, context.issuerName])
    const account = await administration.create({
      email,
      ...(password && { password }),
      userMetadata: mergeMetadata({}, body.user_metadata ?? {}),
      appMetadata: mergeMetadata({}, body.app_metadata ?? {}),
      isConfirmed: email_confirm === true,
    })
    if (!account) throw emailExists()
    return c.json(toUser(account))
  })

  app.get('/admin/users/:id', async c => c.json(toUser(await existing(c.req.param('id')))))

  app.put('/admin/users/:id', async c => {
    const account = await existing(c.req.param('id'))
    const { email, password, user_metadata, app_metadata, email_confirm, ban_duration } = await readBody(c, userChanges)
    if (password) await checkPassword(password, [email || account.email, context.issuerName])
    const changes: AccountChanges = {
      ...(email && { email: parseEmail(email) }),
      ...(password && { password }),
      ...(user_metadata && { userMetadata: mergeMetadata(account.userMetadata, user_metadata) }),
      ...(app_metadata && { appMetadata: mergeMetadata(account.appMetadata, app_metadata) }),
      ...(email_confirm && { isConfirmed: true }),
      ...(ban_duration && { ban: parseBan(ban_duration, now()) }),
    }
    const changed = await administration.change(account.id, changes).catch(error => {
      throw asEmailExists(error)
    })
    if (!changed) throw userNotFound()
    return c.json(toUser(changed))
  })

  app.delete('/admin/users/:id', async c => {
    const account = await existing(c.req.param('id'))
    await administration.delete(account.id)
    return c.json({})
  })

  app.get('/admin/users/:id/factors', async c => c.json((await existing(c.req.param('id'))).factors))

  app.delete('/admin/users/:id/factors/:factorId', async c => {
    const account = await existing(c.req.param('id'))
    const factorId = c.req.param('factorId')
    if (!z.guid().safeParse(factorId).success) {
      throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
    }
    await factors.remove(account, factorId)
    return c.json({ id: factorId })
  })

  return app
}

const linkAdministration = (context: AuthContext, administration: Administration): Hono => {
  const app = new Hono()
  const { links } = context

  const invite = async (email: string, data: Record<string, unknown> | null | undefined): Promise<AccountRow> => {
    const account = await administration.create({
      email,
      userMetadata: mergeMetadata({}, data ?? {}),
      isConfirmed: false,
      isInvited: true,
    })
    if (!account) throw emailExists()
    return account
  }

  const signUp = async (email: string, password: string, data: Record<string, unknown>): Promise<AccountRow> => {
    if (!password) throw validationFailed('Signup requires a valid password')
    await checkPassword(password, [email, context.issuerName])
    const userMetadata = mergeMetadata({}, data)
    const made = await administration.create({ email, password, userMetadata, isConfirmed: false })
    const account = made ?? (await administration.findByEmail(email))
    if (!account || account.emailConfirmedAt) throw emailExists()
    return account
  }

  app.post('/invite', async c => {
    const { email, data } = await readBody(c, invitation)
    const account = await invite(parseEmail(email), data)
    await administration.sendInvitation(account, c.req.query('redirect_to'))
    return c.json(toUser(account))
  })

  app.post('/admin/generate_link', async c => {
    const { type, data, ...body } = await readBody(c, linkRequest)
    const email = parseEmail(body.email)
    const account =
      type === 'signup'
        ? await signUp(email, body.password ?? '', data ?? {})
        : type === 'invite'
          ? await invite(email, data)
          : await administration.findByEmail(email)
    if (!account) throw new AuthError(404, 'user_not_found', 'User with this email not found')
    const token = await administration.newToken(account.id, type)
    const redirectTo = body.redirect_to ?? c.req.query('redirect_to')
    return c.json({
      ...toUser(account),
      action_link: links.verifyLink(token, type, redirectTo),
      email_otp: token,
      hashed_token: token,
      redirect_to: links.target(type, redirectTo).href,
      verification_type: type,
    })
  })

  return app
}

export const adminEndpoints = (context: AuthContext, administration: Administration): Hono => {
  const app = new Hono()
  for (const path of ['/admin/*', '/invite']) {
    app.use(path, async (c, next) => {
      await requireService(context, c)
      await next()
    })
  }
  return app
    .route('/', userAdministration(context, administration))
    .route('/', linkAdministration(context, administration))
}
