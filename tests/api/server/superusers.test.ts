import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { embeddedAccounts, hostedAccounts } from '../../../server/core/superusers/accounts'
import { addSuperuser, hasSuperuser, listSuperusers, removeSuperuser } from '../../../server/core/superusers/superusers'
import { product } from '../../../server/product'
import { startServer } from '../../../server/startServer'
import { settingsOf } from '../../../testing/testDatabase'
import { authServiceOn } from '../support/authServiceOn'
import { describeOnBoth, describeOnPostgres } from '../support/describeOnDatabase'

const password = 'a-good-password-1'

describeOnBoth('Superusers from the command line', use => {
  const appOn = async () => {
    const { app } = await authServiceOn(use().database, { confirmEmail: true, admitsDemo: false })
    const call = (address: string, body: object) =>
      app.request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    return { app, call }
  }
  const add = (email: string, wantsLink = false) =>
    addSuperuser(use().database, embeddedAccounts(use().database), email, { wantsLink })

  it('choose a password by the link, once, and are superusers', async () => {
    const { app, call } = await appOn()
    expect(await hasSuperuser(use().database)).toBe(false)
    const token = await add('First@Example.com')
    expect(token?.type).toBe('invite')
    const redeem = () => call('/verify', { token_hash: token?.hash, type: token?.type })
    const { access_token } = (await (await redeem()).json()) as { access_token: string }
    const chosen = await app.request('/user', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ password }),
    })
    expect(chosen.status).toBe(200)
    expect((await redeem()).status).toBe(403)
    expect((await call('/token?grant_type=password', { email: 'first@example.com', password })).status).toBe(200)
    expect(await hasSuperuser(use().database)).toBe(true)
  })

  it('who have a password get a link only when it is asked for', async () => {
    expect(await add('first@example.com')).toBe(null)
    expect((await add('first@example.com', true))?.type).toBe('recovery')
    expect((await listSuperusers(use().database)).map(({ email }) => email)).toEqual(['first@example.com'])
  })

  it('have no use for a password that a stranger chose for their address', async () => {
    const { call } = await appOn()
    const stranger = { email: 'taken@example.com', password: 'a-strangers-password-1' }
    expect((await call('/signup', stranger)).status).toBe(200)
    const token = await add('taken@example.com')
    expect(token?.type).toBe('invite')
    expect((await call('/verify', { token_hash: token?.hash, type: token?.type })).status).toBe(200)
    expect((await call('/token?grant_type=password', stranger)).status).toBe(400)
    await use().database.run({ as: 'platform' }, db =>
      db.deleteFrom('users').where('email', '=', 'taken@example.com').execute(),
    )
  })

  it('are not removed with the last of them, and not made of somebody deactivated', async () => {
    await expect(removeSuperuser(use().database, 'first@example.com')).rejects.toThrow(/the last superuser/)
    await add('second@example.com')
    await removeSuperuser(use().database, 'first@example.com')
    expect((await listSuperusers(use().database)).map(({ email }) => email)).toEqual(['second@example.com'])
    await expect(removeSuperuser(use().database, 'first@example.com')).rejects.toThrow(/no superuser/)
    await use().database.run({ as: 'platform' }, db =>
      db.updateTable('users').set({ isActive: false }).where('email', '=', 'first@example.com').execute(),
    )
    await expect(add('first@example.com')).rejects.toThrow(/is deactivated/)
  })
})

// The embedded service speaks the project's protocol.
describeOnPostgres('Superusers of a project', use => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-superusers-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('get a link of the project', async () => {
    const site = { PORT: '0', PUBLIC_URL: 'http://localhost', DEMO: 'off' }
    const settings = { ...site, ...settingsOf(use().url), DATA_DIR: folder }
    const lines: string[] = []
    const config = readServerConfig(settings, product)
    const server = await startServer(product, config, (_, message) => void lines.push(message), { web: 'none' })
    expect(lines).toContain('nobody is a superuser yet: slotwise superuser add EMAIL')
    expect(lines).toContain('mails are files that nobody sends: set SMTP_URL')
    const auth = await authServiceOn(use().database, { confirmEmail: true, admitsDemo: false })
    const add = (serviceRoleKey: string) =>
      addSuperuser(use().database, hostedAccounts({ url: server.url, serviceRoleKey }), 'first@example.com', {
        wantsLink: false,
      })
    await expect(add('wrong')).rejects.toThrow(/^SUPABASE_URL: the project answered/)
    const key = await auth.serviceToken()
    expect((await add(key))?.type).toBe('invite')
    expect((await add(key))?.type).toBe('recovery')
    expect(await hasSuperuser(use().database)).toBe(true)
    await server.close()
  })
})
