import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test as it } from 'vitest'
import { keyAdministration } from '../../../server/auth/keyAdministration'
import { describeOnBoth } from '../support/describeOnDatabase'
import { password, startTestAuth, type TestAuth } from './support'

const minute = 60_000
const hour = 60 * minute

describeOnBoth('signing keys', use => {
  let one: TestAuth
  let two: TestAuth
  const operator = () =>
    keyAdministration({
      run: work => one.database.database.run({ as: 'auth' }, work),
      now: () => Date.now() + one.clock.offset,
      issuer: one.issuer,
    })
  beforeAll(async () => {
    one = await startTestAuth({ on: use() })
    two = await startTestAuth({ beside: one })
    await one.auth.createAccount('ada@example.test', password)
  })
  afterAll(async () => {
    await two.close()
    await one.close()
  })

  const signIn = async (at: TestAuth) => {
    const { data, error } = await at.client().signInWithPassword({ email: 'ada@example.test', password })
    if (error) throw error
    const { access_token: token, refresh_token: refreshToken } = data.session
    return { token, refreshToken, kid: decodeProtectedHeader(token).kid }
  }
  const statuses = async (token: string) => [await one.userStatus(token), await two.userStatus(token)]
  const published = async (at: TestAuth) => {
    const { keys } = (await at.request('/.well-known/jwks.json')).body as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid).sort()
  }

  it('take over when everybody knows them, and go when what they signed is over', async () => {
    const before = await signIn(one)
    const { kid } = await operator().rotate()
    expect(kid).not.toBe(before.kid)
    // No process knows the key or signs with it.
    expect((await signIn(one)).kid).toBe(before.kid)
    await one.auth.reloadKeys()
    expect(await published(one)).toEqual([before.kid, kid].sort())
    expect((await signIn(one)).kid).toBe(before.kid)

    one.clock.offset += 10 * minute
    const after = await signIn(one)
    expect(after.kid).toBe(kid)
    // The other process has not reloaded the keys, and looks an unknown one up.
    expect(await statuses(after.token)).toEqual(['200', '200'])
    expect(await statuses(before.token)).toEqual(['200', '200'])

    one.clock.offset += 49 * minute
    expect(await statuses(before.token)).toEqual(['200', '200'])
    expect(await one.auth.prune()).toBeGreaterThanOrEqual(0)
    expect(await published(one)).toEqual([before.kid, kid].sort())
    one.clock.offset += 17 * minute
    await one.auth.prune()
    await Promise.all([one.auth.reloadKeys(), two.auth.reloadKeys()])
    expect([await published(one), await published(two)]).toEqual([[kid], [kid]])
    expect((await signIn(two)).kid).toBe(kid)
  })

  it('that were stolen sign nothing that is believed, once processes have read the keys', async () => {
    const before = await signIn(one)
    const { kid } = await operator().revoke()
    await one.auth.reloadKeys()
    const after = await signIn(one)
    expect(after.kid).toBe(kid)
    expect(await one.userStatus(before.token)).toBe('403 bad_jwt')
    // An unknown key makes it reload all, and so learn of the other.
    one.clock.offset += minute
    expect(await statuses(after.token)).toEqual(['200', '200'])
    expect(await two.userStatus(before.token)).toBe('403 bad_jwt')
    // Sessions go on.
    const { error } = await two.client().refreshSession({ refresh_token: before.refreshToken })
    expect(error).toBeNull()
  })

  it('are not read again for every unknown one that somebody names', async () => {
    let reads = 0
    const { database } = one.database
    const counted: typeof database = {
      ...database,
      run: (actor, work, options) => {
        reads++
        return database.run(actor, work, options)
      },
    }
    const third = await startTestAuth({ beside: { ...one, database: { ...one.database, database: counted } } })
    const [, payload, signature] = (await signIn(one)).token.split('.')
    reads = 0
    for (let n = 0; n < 20; n++) {
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: `unknown-${n}` })).toString('base64url')
      expect(await third.userStatus(`${header}.${payload}.${signature}`)).toBe('403 bad_jwt')
    }
    expect([1, 2]).toContain(reads)
    await third.close()
  })

  it('make service keys, which outlive rotations, are listed and can be taken back', async () => {
    const admin = (token: string, at = one) => at.client({ token }).admin
    const { id, token } = await operator().createServiceKey('billing', 48 * hour)
    const { data, error } = await admin(token).createUser({ email: 'made@example.test', password, email_confirm: true })
    expect(error).toBeNull()
    expect(data.user?.email).toBe('made@example.test')
    expect(await operator().serviceKeys()).toMatchObject([{ id, name: 'billing' }])
    // The token has no session.
    expect(await one.userStatus(token)).toMatch(/^403 /)

    await operator().rotate()
    one.clock.offset += 24 * hour
    await one.auth.prune()
    await Promise.all([one.auth.reloadKeys(), two.auth.reloadKeys()])
    expect((await admin(token, two).getUserById(data.user?.id ?? '')).error).toBeNull()

    expect(await operator().revokeServiceKey(id)).toBe(true)
    for (const at of [one, two])
      expect((await admin(token, at).getUserById(data.user?.id ?? '')).error).toMatchObject({ code: 'bad_jwt' })
    expect(await operator().revokeServiceKey(id)).toBe(false)
    expect(await operator().revokeServiceKey('nonsense')).toBe(false)
    expect(await operator().serviceKeys()).toEqual([])

    const short = await operator().createServiceKey('short', hour)
    one.clock.offset += hour + minute
    expect((await admin(short.token).getUserById(data.user?.id ?? '')).error).toMatchObject({ code: 'bad_jwt' })
    const stolen = await operator().createServiceKey('stolen', hour)
    await operator().revoke()
    await one.auth.reloadKeys()
    expect((await admin(stolen.token).getUserById(data.user?.id ?? '')).error).toMatchObject({ code: 'bad_jwt' })
  })
})
