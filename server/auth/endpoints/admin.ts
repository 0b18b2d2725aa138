import { Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, toUser } from '../accounts'
import type { AccountChanges, Administration } from '../administration'
import type { AuthContext } from '../authContext'
import { AuthError, asEmailExists, emailExists, validationFailed } from '../authError'
import { requireService } from '../bearer'
import { mergeMetadata } from '../metadata'
import { checkPassword } from '../passwords'
import { parseEmail, readBody, text, userMetadata } from '../requestBody'

const newUser = z.object({
  email: text,
  password: text.nullish(),
  user_metadata: userMetadata.nullish(),
  email_confirm: z.boolean().nullish(),
})
const userChanges = newUser.partial().extend({ ban_duration: text.nullish() })
const invitation = z.object({ email: text, data: userMetadata.nullish() })
const linkRequest = z.object({
  type: z.enum(['invite', 'recovery', 'magiclink']),
  email: text,
  data: userMetadata.nullish(),
  redirect_to: text.nullish(),
})

const unitMs: Readonly<Partial<Record<string, number>>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Go's notation, such as `24h` or `1h30m`; `none` ends a ban. @throws AuthError `validation_failed` */
const parseBan = (duration: string, now: number): NonNullable<AccountChanges['ban']> => {
  if (duration === 'none') return 'none'
  if (!/^(?:\d+(?:ms|[hms]))+$/.test(duration)) throw validationFailed(`invalid format for ban duration: ${duration}`)
  const parts = duration.matchAll(/(\d+)(ms|[hms])/g)
  const ms = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
  const until = now + ms
  // A date that a `Date` cannot hold is later than anybody cares about.
  return until > 8_640_000_000_000_000 ? 'forever' : { until: new Date(until).toISOString() }
}

const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')

/** GoTrue's admin endpoints, as far as the product uses them on a hosted project. They need a token of `serviceToken`. */
export const adminEndpoints = (context: AuthContext, administration: Administration): Hono => {
  const app = new Hono()
  const { links, now } = context

  const existing = async (id: string): Promise<AccountRow> => {
    if (!z.guid().safeParse(id).success) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
    const account = await administration.find(id)
    if (!account) throw userNotFound()
    return account
  }

  const invite = async (email: string, data: Record<string, unknown> | null | undefined): Promise<AccountRow> => {
    const account = await administration.create({
      email,
      userMetadata: mergeMetadata({}, data ?? {}),
      isConfirmed: false,
    })
    if (!account) throw emailExists()
    return account
  }

  for (const path of ['/admin/*', '/invite']) {
    app.use(path, async (c, next) => {
      await requireService(context, c)
      await next()
    })
  }

  app.post('/admin/users', async c => {
    const { password, email_confirm, ...body } = await readBody(c, newUser)
    if (password) checkPassword(password)
    const account = await administration.create({
      email: parseEmail(body.email),
      ...(password && { password }),
      userMetadata: mergeMetadata({}, body.user_metadata ?? {}),
      isConfirmed: email_confirm === true || !context.confirmEmail,
    })
    if (!account) throw emailExists()
    return c.json(toUser(account))
  })

  app.get('/admin/users/:id', async c => c.json(toUser(await existing(c.req.param('id')))))

  app.put('/admin/users/:id', async c => {
    const account = await existing(c.req.param('id'))
    const { email, password, user_metadata, email_confirm, ban_duration } = await readBody(c, userChanges)
    if (password) checkPassword(password)
    const changes: AccountChanges = {
      ...(email && { email: parseEmail(email) }),
      ...(password && { password }),
      ...(user_metadata && { userMetadata: mergeMetadata(account.userMetadata, user_metadata) }),
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

  app.post('/invite', async c => {
    const { email, data } = await readBody(c, invitation)
    const account = await invite(parseEmail(email), data)
    await administration.sendInvitation(account, c.req.query('redirect_to'))
    return c.json(toUser(account))
  })

  app.post('/admin/generate_link', async c => {
    const { type, data, ...body } = await readBody(c, linkRequest)
    const email = parseEmail(body.email)
    const account = type === 'invite' ? await invite(email, data) : await administration.findByEmail(email)
    if (!account) throw userNotFound()
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
