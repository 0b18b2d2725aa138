import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits, spacing } from '../../../server/auth/limits'
import { password, startTestAuth, type TestAuth } from './support'

let test: TestAuth
let target: string
beforeAll(async () => {
  test = await startTestAuth()
})
afterAll(() => test.close())

let count = 0
beforeEach(async () => {
  test.waits.length = 0
  target = `target-${++count}@example.test`
  await test.auth.createAccount(target, password)
})

const attempt = async (given: string, address: string, email = target): Promise<number> => {
  test.from.address = address
  return (await test.post('/token?grant_type=password', { email, password: given })).status
}

const ask = async (email: string, address: string) => {
  test.from.address = address
  return test.post('/recover', { email })
}

/** Counts the wrong passwords that the service checks before it refuses. */
const guessesLetThrough = async (tries: number, at: (n: number) => string, email = (_: number) => target) => {
  const statuses: number[] = []
  for (let n = 0; n < tries; n++) statuses.push(await attempt(`guess-${n}`, at(n), email(n)))
  const refused = statuses.indexOf(429)
  if (refused >= 0) expect(new Set(statuses.slice(refused))).toEqual(new Set([429]))
  return statuses.filter(status => status === 400).length
}

it('is stopped for one account from one address, while the right person gets in from elsewhere', async () => {
  expect(await guessesLetThrough(limits.pair.max + 5, () => '203.0.113.1')).toBe(limits.pair.max)
  const blocked = await test.post('/token?grant_type=password', { email: target, password })
  expect(blocked).toMatchObject({
    status: 429,
    body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  })
  expect(await attempt(password, '198.51.100.7')).toBe(200)
})

it('is slowed down for one account from many addresses, and the right person gets in from theirs and from a new one', async () => {
  expect(await attempt(password, '198.51.100.7')).toBe(200)
  // Five networks use up the account's guesses.
  expect(await guessesLetThrough(limits.account.max, n => `203.0.113.${Math.floor(n / 10)}`)).toBe(limits.account.max)
  expect(test.waits).toEqual([])
  expect(await attempt('wrong', '203.0.113.100')).toBe(400)
  test.waits.length = 0

  expect(await attempt(password, '203.0.113.250')).toBe(200)
  expect(test.waits).toHaveLength(1)
  expect(test.waits[0]).toBeGreaterThan(0)
  expect(test.waits[0]).toBeLessThanOrEqual(spacing.first.longestWaitMs)
  test.waits.length = 0
  expect(await attempt(password, '198.51.100.7')).toBe(200)
  expect(test.waits).toEqual([])
  test.clock.offset = 0
})

it('gets nowhere with any number of networks: so many guesses an hour are looked at, and the owner gets in within', async () => {
  const perHour = 3_600_000 / spacing.first.apartMs + 3_600_000 / spacing.again.apartMs
  const start = Date.now()
  await guessesLetThrough(limits.account.max, n => `203.0.113.${n}`)
  // Two guesses arrive each second, each from another network; then the same networks again.
  let looked = 0
  const seconds = 60
  for (let second = 0; second < seconds; second++) {
    for (const n of [0, 1]) {
      test.clock.offset = start + second * 1000 - Date.now()
      const status = await attempt(`guess-${second}`, `10.${n}.${second >> 8}.${second & 255}`)
      expect([400, 429]).toContain(status)
      if (status === 400) looked++
    }
  }
  expect(looked).toBeGreaterThan(0)
  expect(looked).toBeLessThanOrEqual((perHour * seconds) / 3600 + 4)

  // Between others' guesses, the owner tries as often as the answers allow.
  let tries = 0
  let entered = false
  while (!entered && tries < 20) {
    await attempt('wrong', `10.9.9.${tries}`)
    test.from.address = '198.51.100.200'
    const answer = await test.post('/token?grant_type=password', { email: target, password })
    entered = answer.status === 200
    test.clock.offset += 1000 * Number(answer.headers.get('retry-after') ?? 0)
    tries++
  }
  expect(entered).toBe(true)
  test.clock.offset = 0
})

it('from networks that go on guessing is kept apart from the turns of others', async () => {
  await guessesLetThrough(limits.account.max, n => `203.0.113.${Math.floor(n / 5)}`)
  const again = { looked: 0 }
  for (let n = 0; n < 10; n++) {
    test.clock.offset = 0
    if ((await attempt('wrong', `203.0.113.${n}`)) === 400) again.looked++
  }
  expect(again.looked).toBeLessThan(10)
  test.clock.offset = 0
  test.waits.length = 0
  expect(await attempt(password, '203.0.113.250')).toBe(200)
  expect(test.waits).toEqual([])
})

it('never stops a mailed link', async () => {
  await ask(target, '198.51.100.7')
  const { tokenHash } = await test.newestMailTo(target)
  await guessesLetThrough(limits.account.max + 5, n => `203.0.113.${n}`)
  test.from.address = '198.51.100.201'
  expect((await test.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })).error).toBeNull()
  test.clock.offset = 0
})

it('is stopped for one address over many accounts', async () => {
  const letThrough = await guessesLetThrough(
    limits.address.max + 3,
    () => '198.51.100.99',
    n => `p${n}@example.test`,
  )
  expect(letThrough).toBe(limits.address.max)
})

it('counts IPv6 addresses by their network, and IPv4 addresses within IPv6 one by one', async () => {
  expect(await guessesLetThrough(limits.pair.max + 2, n => `2001:db8:0:1::${n.toString(16)}`)).toBe(limits.pair.max)
  expect(await attempt('wrong', '2001:db8:0:2::1')).toBe(400)
  expect(await guessesLetThrough(limits.pair.max + 2, n => `::ffff:203.0.113.${n}`)).toBe(limits.pair.max + 2)
})

it('does not count right passwords, and lets the blocked in when the window has passed', async () => {
  for (let n = 0; n < limits.pair.max + 2; n++) expect(await attempt(password, '203.0.113.2')).toBe(200)
  await guessesLetThrough(limits.pair.max, () => '203.0.113.2')
  expect(await attempt(password, '203.0.113.2')).toBe(429)
  test.clock.offset = limits.pair.windowMs + 1000
  expect(await attempt(password, '203.0.113.2')).toBe(200)
  test.clock.offset = 0
})

it('forgets attempts that no window reaches any more, whoever made them', async () => {
  await test.database.owner.query('delete from auth_service.attempts')
  const rows = async () => (await test.database.owner.query('select 1 from auth_service.attempts')).rowCount ?? 0
  await guessesLetThrough(
    20,
    n => `203.0.113.${n}`,
    n => `forgotten-${n}@example.test`,
  )
  expect(await rows()).toBe(60)
  // Longer than addresses stay known.
  test.clock.offset = 100 * 24 * 3_600_000
  for (let n = 0; n < 10; n++) await attempt('wrong', '192.0.2.77')
  expect(await rows()).toBe(30)
  test.clock.offset = 0
})

it('is stopped for the old password, by whoever holds a session and tries new ones', async () => {
  const client = test.client()
  await client.signInWithPassword({ email: target, password })
  for (let n = 0; n < limits.newPassword.max; n++) {
    expect((await client.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
  }
  expect((await client.updateUser({ password })).error).toMatchObject({ code: 'over_request_rate_limit' })
})

it('sends one mailbox only so many mails for one network, whether or not it is somebody’s, and says when to ask again', async () => {
  for (const email of [target, 'nobody@example.test']) {
    for (let n = 0; n < limits.mailbox.max; n++) expect((await ask(email, '203.0.113.1')).status).toBe(200)
    const refused = await ask(email, '203.0.113.1')
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(limits.mailbox.windowMs / 1000)
    expect((await ask(email, '203.0.113.2')).status).toBe(200)
  }
})

it('leaves the owner a link, however many strangers ask for one', async () => {
  await attempt(password, '198.51.100.7')
  expect((await ask(target, '198.51.100.7')).status).toBe(200)
  const { tokenHash } = await test.newestMailTo(target)
  const before = (await test.mails()).length
  const asked: number[] = []
  for (let n = 0; n <= limits.mailboxOfAll.max; n++) asked.push((await ask(target, `203.0.113.${n}`)).status)
  expect(asked.filter(status => status === 200)).toHaveLength(limits.mailboxOfAll.max)
  expect((await test.mails()).length - before).toBe(limits.mailboxOfAll.max)
  // They do not hold up a known network, and earlier links still work.
  expect((await ask(target, '198.51.100.7')).status).toBe(200)
  const { error } = await test.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
  expect(error).toBeNull()
})
