import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../server/auth/limits'
import { password, startTestAuth, type TestAuth } from './support'

let test: TestAuth
let target: string
beforeAll(async () => {
  test = await startTestAuth()
})
afterAll(() => test.close())

let count = 0
beforeEach(async () => {
  target = `target-${++count}@example.test`
  await test.auth.createAccount(target, password)
})

const attempt = async (given: string, address: string, email = target): Promise<number> => {
  test.from.address = address
  return (await test.post('/token?grant_type=password', { email, password: given })).status
}

/** How many wrong passwords are looked at before the limit refuses all others. */
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

it('is stopped for one account from many addresses, while the right person gets in from theirs', async () => {
  expect(await attempt(password, '198.51.100.7')).toBe(200)
  const letThrough = await guessesLetThrough(limits.account.max + 5, n => `203.0.113.${n}`)
  expect(letThrough).toBe(limits.account.max)
  expect(await attempt(password, '203.0.113.250')).toBe(429)
  expect(await attempt(password, '198.51.100.7')).toBe(200)
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
  const rows = async () => (await test.database.owner.query('select 1 from auth_service.attempts')).rowCount ?? 0
  await guessesLetThrough(
    20,
    n => `203.0.113.${n}`,
    n => `forgotten-${n}@example.test`,
  )
  expect(await rows()).toBeGreaterThan(60)
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

it('sends one mailbox only so many mails, whoever asks and whether or not it is somebody’s', async () => {
  const statuses = async (email: string) => {
    const all: number[] = []
    for (let n = 0; n <= limits.mailbox.max; n++) {
      test.from.address = `203.0.113.${n}`
      all.push((await test.post('/recover', { email })).status)
    }
    return all
  }
  const expected = [...Array<number>(limits.mailbox.max).fill(200), 429]
  expect(await statuses(target)).toEqual(expected)
  expect(await test.mails()).toHaveLength(limits.mailbox.max)
  expect(await statuses('nobody@example.test')).toEqual(expected)
  expect(await test.mails()).toHaveLength(limits.mailbox.max)
})
