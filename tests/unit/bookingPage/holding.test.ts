import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HoldRequest, KeptHold } from '../../../src/bookingPage/holding'

interface Hold {
  startsAt: string
  challenge: string
  expiresAt?: string
}

/** The place of each hold, by its token; what the server knows. */
let holds: Map<string, Hold>
/** What comes of the next calls of a kind: they are answered unless said otherwise. */
let fates: Record<string, ('lost' | 'cut' | 'over' | Promise<void>)[]>
let calls: string[]
/** The holds whose page was left. */
let left: Set<string>
let keys: (string | null)[]
let stored: Map<string, string>
let made: number

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

const problem = (code: string) => Response.json({ code, status: 409 }, { status: 409 })

const create = ({ startsAt, challenge }: Hold): Response => {
  const expiresAt = minutes(10)
  const answer = (holdToken: string) => Response.json({ holdToken, startsAt, expiresAt }, { status: 201 })
  for (const [token, hold] of holds) {
    if (hold.challenge === challenge) return answer(token)
    if (hold.startsAt === startsAt) return problem('slot_unavailable')
  }
  const token = `hold-${++made}`
  holds.set(token, { startsAt, challenge, expiresAt })
  return answer(token)
}

/** A page is left, or is back. */
const leaveOrReturn = (kind: string, url: string): Response => {
  const token = url.split('/').at(-2) ?? ''
  const hold = holds.get(token)
  if (!hold) return problem('not_found')
  if (kind === 'leave') left.add(token)
  else left.delete(token)
  return Response.json({ expiresAt: left.has(token) ? minutes(1) : hold.expiresAt })
}

const answer = (kind: string, url: string, body: string): Response => {
  if (kind === 'challenge') return Response.json({ challenge: `challenge-${++made}`, bits: 0 })
  if (kind === 'hold') return create(JSON.parse(body))
  if (kind !== 'release') return leaveOrReturn(kind, url)
  return holds.delete(url.split('/').at(-1) ?? '') ? new Response(null, { status: 204 }) : problem('not_found')
}

const kinds: Readonly<Record<string, string>> = { challenges: 'challenge', leave: 'leave', return: 'return' }

const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
}

beforeEach(() => {
  ;[holds, fates, calls, keys, left, stored, made] = [new Map(), {}, [], [], new Set(), new Map(), 0]
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
    const kind = method === 'DELETE' ? 'release' : (kinds[url.split('/').at(-1) ?? ''] ?? 'hold')
    calls.push(kind)
    if (kind === 'hold') keys.push(new Headers(headers).get('idempotency-key'))
    const fate = fates[kind]?.shift()
    if (fate === 'lost' && kind === 'release') throw new TypeError('no connection')
    if (fate === 'over') return problem('challenge_failed')
    const response = answer(kind, url, String(body))
    if (fate === 'lost') throw new TypeError('no connection')
    if (fate === 'cut') return new Response('{"hold', { status: 201 })
    await fate
    return response
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page as it is when it was loaded. */
const load = () => {
  vi.resetModules()
  return import('../../../src/bookingPage/holding')
}
const wanted = (startsAt: string): HoldRequest => ({
  ...{ api: '/api', business: 'spa', channel: undefined },
  place: { variantId: 'v', startsAt },
})
const [nine, ten] = [wanted('9'), wanted('10')]
const codeOf = (refused: Promise<unknown>) => refused.then(String, ({ code }) => code)
/** Until the server was called for all this. */
const called = (...expected: string[]) => expect.poll(() => calls).toEqual(expected)
const heldPlaces = () => [...holds.values()].map(({ startsAt }) => startsAt)
const later = () => {
  let come = () => {}
  const coming = new Promise<void>(resolve => {
    come = resolve
  })
  return { coming, come }
}

test('a page that is loaded again has the hold of the tab, also if its answer was lost', async () => {
  fates.hold = ['lost', 'cut']
  const { takeHold } = await load()
  expect(await codeOf(takeHold(nine))).toBe('unreachable')
  expect(await codeOf((await load()).takeHold(nine))).toBe('unreachable')
  const { holdToken } = await (await load()).takeHold(nine)
  expect((await (await load()).takeHold(nine)).holdToken).toBe(holdToken)
  expect(holds.size).toBe(1)
})

test('the key of a call does not tell its challenge, with which others would get the hold', async () => {
  await (await load()).takeHold(nine)
  const [{ challenge }] = [...holds.values()] as [Hold]
  expect(keys).toHaveLength(1)
  expect(keys[0]).not.toContain(challenge)
})

test('whoever goes on while a hold is on its way holds the other place alone', async () => {
  const { coming, come } = later()
  fates.hold = [coming]
  const { takeHold, leaveHold } = await load()
  void takeHold(nine)
  await called('challenge', 'hold')
  leaveHold(nine)
  const other = takeHold(ten)
  come()
  await other
  expect(heldPlaces()).toEqual(['10'])
  leaveHold(ten)
  await expect.poll(heldPlaces).toEqual([])
})

test('whoever goes back and forward has one hold, and asks for no more', async () => {
  const { coming, come } = later()
  fates.hold = [coming]
  const { takeHold, leaveHold } = await load()
  let last: Promise<KeptHold> | undefined
  for (let count = 0; count < 3; count++) {
    last = takeHold(nine)
    await called('challenge', 'hold')
    if (count < 2) leaveHold(nine)
  }
  come()
  expect([...holds.keys()]).toEqual([(await last)?.holdToken])
  expect(calls).toEqual(['challenge', 'hold'])
})

test('what was to be given back while there was no connection is given back before the next hold', async () => {
  const page = await load()
  await page.takeHold(nine)
  fates.release = ['lost', 'lost']
  page.leaveHold(nine)
  expect(await codeOf(page.takeHold(nine))).toBe('unreachable')
  const { holdToken } = await (await load()).takeHold(nine)
  expect([...holds.keys()]).toEqual([holdToken])
})

test('a page that is loaded elsewhere gives back what the tab held', async () => {
  await (await load()).takeHold(nine)
  await (await load()).takeHold(ten)
  expect(heldPlaces()).toEqual(['10'])
})

test('a hold that is only over by a wrong clock is in nobody’s way', async () => {
  await (await load()).takeHold(nine)
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ['Date'] })
  const { holdToken } = await (await load()).takeHold(nine)
  expect([...holds.keys()]).toEqual([holdToken])
})

test('what is extended after it was given back stays given back', async () => {
  const { takeHold, leaveHold, keepHold } = await load()
  const hold = await takeHold(nine)
  leaveHold(nine)
  keepHold(nine, { ...hold, canExtend: false })
  await called('challenge', 'hold', 'release')
  keepHold(nine, { ...hold, canExtend: false })
  expect(holds.has((await takeHold(nine)).holdToken)).toBe(true)
})

test('a frame whose browser keeps nothing gives back what it held', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const { takeHold, leaveHold } = await load()
  await takeHold(nine)
  leaveHold(nine)
  await takeHold(nine)
  expect(heldPlaces()).toEqual(['9'])
})

test('a list of times is asked for once all that was held is given back, also what is still on its way', async () => {
  const { coming, come } = later()
  fates.hold = [coming]
  const page = await load()
  void page.takeHold(nine)
  await called('challenge', 'hold')
  page.leaveHold(nine)
  const free = page.whenGivenBack(nine, new AbortController().signal).then(heldPlaces)
  come()
  expect(await free).toEqual([])
  // A page that was left and is loaded where times are chosen.
  await page.takeHold(nine)
  const again = await load()
  expect(again.hasHold(nine)).toBe(true)
  await again.whenGivenBack(nine, new AbortController().signal)
  expect([heldPlaces(), again.hasHold(nine)]).toEqual([[], false])
})

test('whoever has chosen by then keeps the place', async () => {
  const { coming, come } = later()
  fates.hold = [coming]
  const { takeHold, leaveHold, whenGivenBack } = await load()
  void takeHold(nine)
  await called('challenge', 'hold')
  leaveHold(nine)
  const list = new AbortController()
  const listed = whenGivenBack(nine, list.signal)
  list.abort()
  const held = takeHold(nine)
  come()
  await Promise.all([held, listed])
  expect(heldPlaces()).toEqual(['9'])
})

test('a challenge that is over is replaced, and nobody is asked to try again', async () => {
  fates.hold = ['over']
  await (await load()).takeHold(nine)
  expect(calls).toEqual(['challenge', 'hold', 'challenge', 'hold'])
})

test('a page that is left says so, and has its hold as it was when it is back', async () => {
  const page = await load()
  const { holdToken, expiresAt } = await page.takeHold(nine)
  page.leavePage(nine)
  expect([...left]).toEqual([holdToken])
  expect(await (await load()).takeHold(nine)).toMatchObject({ holdToken, expiresAt })
  expect([...left]).toEqual([])
})

test('a page that is back too late asks for the place again', async () => {
  const page = await load()
  await page.takeHold(nine)
  page.leavePage(nine)
  holds.clear()
  const { holdToken } = await (await load()).takeHold(nine)
  expect([...holds.keys()]).toEqual([holdToken])
})

test('a page that holds nothing is left silently', async () => {
  const page = await load()
  page.leavePage(nine)
  await page.takeHold(nine)
  page.leaveHold(nine)
  // Its answer may be on its way when the server has given it.
  await expect.poll(() => stored.get('booking-hold spa')).toBe('null')
  page.leavePage(nine)
  expect(calls).not.toContain('leave')
})
