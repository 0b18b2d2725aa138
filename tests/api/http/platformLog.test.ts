import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyAdministration } from '../../../server/auth/keyAdministration'
import { renewRecoveryCodes } from '../../../server/auth/recoveryCodes'
import { prunePlatformLog } from '../../../server/core/platformLog/retention'
import type { Actor, Transaction } from '../../../server/db/database'
import { openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let superuser: Person
beforeAll(async () => {
  api = await openApi()
  superuser = await api.addPerson({ userType: 'superuser' })
})
afterAll(() => api.close())

const call = (method: string, url: string, body?: unknown, as: Person = superuser) =>
  api.request(url, { method, as, ...(body !== undefined && { body }) })

/** Entries about something, oldest first. */
const told = async (q: string): Promise<Record<string, unknown>[]> => {
  const { status, body } = await call('GET', `/platform-log?perPage=100&sort=at&order=ASC&q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body
}
const kindsOf = async (q: string) => (await told(q)).map(({ kind }) => kind)

const signIn = (email: string, password: string) =>
  api.auth.app.request('/token?grant_type=password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'A browser' },
    body: JSON.stringify({ email, password }),
  })

test('tells who was made superuser, shut out and deleted, and by whom', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const { body } = await call('POST', '/users', { email })
  await call('PATCH', `/users/${body.id}`, { userType: 'superuser' })
  // In turn, since all changes of one call have one time.
  await call('PATCH', `/users/${body.id}`, { userType: 'user' })
  await call('PATCH', `/users/${body.id}`, { isActive: false })
  await call('DELETE', `/users/${body.id}`)
  expect(await told(email)).toMatchObject(
    ['superuser_granted', 'superuser_revoked', 'user_deactivated', 'user_deleted'].map(kind => ({
      kind,
      subject: email,
      actor: superuser.email,
    })),
  )
})

test('outlives the tenant whose making, members and deletion it tells', async () => {
  const tenant = (await call('POST', '/tenants', { name: 'Short Lived', timeZone: 'UTC' })).body
  const owner = await api.addPersonIn(tenant.id, 'owner')
  const member = await api.addPerson({ email: 'colleague@example.com' })
  const url = `/tenants/${tenant.id}/members`
  const { body } = await call('POST', url, { userId: member.id, role: 'viewer' })
  await call('PATCH', `${url}/${body.id}`, { role: 'admin' }, owner)
  await call('PATCH', `${url}/${body.id}`, { isActive: false }, owner)
  await call('DELETE', `${url}/${body.id}`, undefined, owner)
  await api.request('/audit-log/export', { as: owner, tenantId: tenant.id })
  await call('PATCH', `/tenants/${tenant.id}`, { isActive: false })
  expect((await call('DELETE', `/tenants/${tenant.id}`)).status).toBe(204)

  const place = 'Short Lived (short-lived)'
  expect(await told('colleague@example.com')).toMatchObject([
    { kind: 'member_added', actor: superuser.email, tenant: place, details: 'viewer' },
    { kind: 'member_changed', actor: owner.email, tenant: place, details: 'viewer → admin' },
    { kind: 'member_changed', actor: owner.email, tenant: place, details: 'admin, inactive' },
    { kind: 'member_removed', actor: owner.email, tenant: place, details: 'admin' },
  ])
  const kinds = await kindsOf('Short Lived')
  expect(kinds).toEqual(expect.arrayContaining(['data_exported', 'tenant_suspended']))
  expect([kinds.at(0), kinds.at(-1)]).toEqual(['tenant_created', 'tenant_deleted'])
})

test('names who exports by their address, whatever they call themselves', async () => {
  const tenant = (await call('POST', '/tenants', { name: 'Exported', timeZone: 'UTC' })).body
  const admin = await api.addPersonIn(tenant.id, 'admin')
  for (const person of [admin, superuser]) {
    await call('PATCH', '/users/me', { name: 'ceo@example.com' }, person)
    expect((await api.request('/audit-log/export', { as: person, tenantId: tenant.id })).status).toBe(200)
  }
  const exports = (await told('Exported (exported)')).filter(({ kind }) => kind === 'data_exported')
  expect(exports.map(({ subject }) => subject)).toEqual([admin.email, superuser.email])
})

test('tells of sign-ins, good and failed, of sessions that end and of new passwords and addresses', async () => {
  const password = 'a-good-password-1'
  const authId = String(await api.auth.createAccount('ada@example.com', password))
  await signIn('ada@example.com', 'wrong-password')
  const session = await (await signIn('ada@example.com', password)).json()
  await api.request('/users/me', { token: await api.sign({ authId }) })
  await api.auth.app.request('/logout?scope=global', {
    method: 'POST',
    headers: { Authorization: `Bearer ${session.access_token}` },
  })
  const service = { 'Content-Type': 'application/json', Authorization: `Bearer ${await api.auth.serviceToken()}` }
  const change = (body: unknown) =>
    api.auth.app.request(`/admin/users/${authId}`, { method: 'PUT', headers: service, body: JSON.stringify(body) })
  await change({ password: 'another-good-password-2' })
  await change({ email: 'ada@new.example.com' })

  const entries = await told('ada@')
  expect(entries.map(({ kind }) => kind)).toEqual([
    'sign_in_failed',
    'signed_in',
    'session_ended',
    'password_changed',
    'email_changed',
  ])
  expect(entries[0]).toMatchObject({ subject: 'ada@example.com', network: '127.0.0.1', device: 'A browser' })
  expect(entries[1]).toMatchObject({ subject: 'ada@example.com', network: '127.0.0.1', details: 'password' })
  expect(entries[4]).toMatchObject({ details: 'ada@example.com → ada@new.example.com' })
})

test('tells of demo accounts that are refused, and keeps no password that was typed as an address', async () => {
  await api.auth.createAccount('demo@example.com', 'demo-password-1', {}, { isDemo: true })
  expect((await signIn('demo@example.com', 'demo-password-1')).status).toBe(400)
  expect(await told('demo@example.com')).toMatchObject([{ kind: 'sign_in_refused', details: 'demo_account' }])

  await signIn('my secret pass phrase', 'x')
  const { rows } = await api.owner.query("select 1 from platform_log where platform_log::text like '%secret pass%'")
  expect(rows).toEqual([])
})

test('tells of recovery codes, of keys that come and go, and of tenants that require the second step', async () => {
  const run = <T>(work: (trx: Transaction) => Promise<T>) => api.database.run({ as: 'auth' }, work)
  const authId = String(await api.auth.createAccount('codes@example.com', 'a-good-password-1'))
  await run(trx => renewRecoveryCodes(trx, authId, Date.now()))
  expect(await told('codes@example.com')).toMatchObject([{ kind: 'recovery_codes_made' }])

  const tenant = (await call('POST', '/tenants', { name: 'Strict House', timeZone: 'UTC' })).body
  for (const isRequired of [true, true, false]) {
    await api.owner.query('update tenants set require_second_factor = $2 where id = $1', [tenant.id, isRequired])
  }
  expect(await told('Strict House')).toMatchObject([
    { kind: 'tenant_created' },
    { kind: 'second_factor_required', details: tenant.id },
    { kind: 'second_factor_waived', details: tenant.id },
  ])

  const keys = keyAdministration({ run, now: Date.now, issuer: api.auth.issuer })
  const kept = await keys.createServiceKey('a nightly job', 60_000)
  await keys.createServiceKey('another job', 60_000)
  await keys.revokeServiceKey(kept.id)
  await keys.rotate()
  await keys.revoke()
  expect(await kindsOf('nightly job')).toEqual(['service_key_made', 'service_key_revoked'])
  // It went with the signing keys.
  expect(await kindsOf('another job')).toEqual(['service_key_made'])
  const { rows } = await api.owner.query("select kind from platform_log where kind like 'signing_keys_%' order by at")
  expect(rows.map(({ kind }) => kind)).toEqual(['signing_keys_rotated', 'signing_keys_revoked'])
})

test('tells of a sign-in that only the product sees', async () => {
  const person = await api.addPerson({ email: 'hosted@example.com' })
  const token = await api.sign({ authId: person.authId, signedInAt: 1_760_000_000 })
  await api.request('/users/me', { token })
  await api.request('/users/me', { token })
  expect(await kindsOf('hosted@example.com')).toEqual(['signed_in'])
})

describe('the history of a user', () => {
  test('is read by superusers, and by oneself as far as it concerns the account', async () => {
    const tenant = await api.addTenant()
    const authId = String(await api.auth.createAccount('eve@example.com', 'a-good-password-1'))
    const token = await api.sign({ authId })
    const { id } = (await api.request('/users/me', { token })).body
    await api.addMember(tenant.id, { id }, 'owner')
    await signIn('eve@example.com', 'wrong')

    const all = await call('GET', `/users/${id}/security-log`)
    expect(all.body.map(({ kind }: { kind: string }) => kind)).toEqual(['sign_in_failed', 'member_added'])
    expect(all.headers.get('x-total-count')).toBe('2')
    const own = await api.request('/users/me/security-log', { token })
    expect(own.body).toMatchObject([{ kind: 'sign_in_failed', subject: 'eve@example.com', actor: null }])

    expect((await api.request(`/users/${id}/security-log`, { token })).status).toBe(403)
    expect((await api.request('/platform-log', { token })).status).toBe(403)
    expect((await call('GET', `/users/${crypto.randomUUID()}/security-log`)).status).toBe(404)
  })
})

describe('nobody changes it', () => {
  test('by the API', async () => {
    const [entry] = await told('')
    for (const method of ['PATCH', 'DELETE', 'POST', 'PUT']) {
      expect((await call(method, '/platform-log', {})).status, method).toBe(404)
      expect((await call(method, `/platform-log/${entry?.id}`, {})).status, method).toBe(404)
    }
  })

  test('with the rights that the API has in the database', async () => {
    const tenant = await api.addTenant()
    const actors: Actor[] = [{ as: 'platform' }, { as: 'tenant', tenantId: tenant.id }, { as: 'auth' }]
    const statements = [
      sql`update platform_log set subject = 'somebody@else.example'`,
      sql`delete from platform_log`,
      sql`truncate platform_log`,
      sql`drop trigger memberships_log on memberships`,
      sql`alter table platform_log disable row level security`,
    ]
    for (const actor of actors)
      for (const statement of statements)
        await expect(api.database.run(actor, db => statement.execute(db))).rejects.toMatchObject({ code: '42501' })
    for (const actor of actors.slice(1))
      await expect(api.database.run(actor, db => sql`select * from platform_log`.execute(db))).rejects.toMatchObject({
        code: '42501',
      })
  })

  test('but what is old goes, and never the last month', async () => {
    const age = (days: number, subject: string) =>
      api.owner.query(
        `insert into platform_log (at, kind, subject) values (now() - make_interval(days => $1), 'signed_in', $2)`,
        [days, subject],
      )
    await age(401, 'ancient@example.com')
    await age(399, 'recent@example.com')
    expect(await prunePlatformLog(api.database, 400)).toBe(1)
    expect(await kindsOf('ancient@example.com')).toEqual([])
    expect(await kindsOf('recent@example.com')).toEqual(['signed_in'])
    await age(29, 'last-month@example.com')
    expect(await prunePlatformLog(api.database, 0)).toBe(1)
    expect(await kindsOf('last-month@example.com')).toEqual(['signed_in'])
  })
})
