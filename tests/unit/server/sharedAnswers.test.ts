import { beforeEach, expect, it, vi } from 'vitest'
import { createSharedAnswers } from '../../../server/intake/sharedAnswers'

let now = 0
let count = 0
let answers: ReturnType<typeof createSharedAnswers>
const compute = async () => ++count
beforeEach(() => {
  now = 0
  count = 0
  answers = createSharedAnswers(1000, () => now)
})

it('computes one answer for all who ask at once or within a second, and another one for another question', async () => {
  const asked = await Promise.all(Array.from({ length: 50 }, () => answers.ask('page', compute)))
  expect(new Set(asked)).toEqual(new Set([1]))
  now = 999
  expect(await answers.ask('page', compute)).toBe(1)
  expect(await answers.ask('other', compute)).toBe(2)
  now = 1001
  expect(await answers.ask('page', compute)).toBe(3)
})

it('gives nobody an answer from before their question who must not have it, and computes one for all of them', async () => {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  const old = answers.ask('page', async () => {
    await promise
    return 'old'
  })
  now = 10
  const fresh = [1, 2, 3].map(() => answers.ask('page', compute, now))
  resolve()
  expect(await old).toBe('old')
  expect(await Promise.all(fresh)).toEqual([1, 1, 1])
  expect(await answers.ask('page', compute)).toBe(1)
})

it('lets go of an answer that is too old for anybody', async () => {
  vi.useFakeTimers()
  try {
    await answers.ask('page', compute)
    expect(answers.size).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(answers.size).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('keeps no failure', async () => {
  const failing = () => Promise.reject(new Error('down'))
  await expect(answers.ask('page', failing)).rejects.toThrow('down')
  expect(await answers.ask('page', compute)).toBe(1)
})

it('forgets what is about a tenant, and what may be', async () => {
  const about = (tenantId: string) => (tell: (id: string) => void) => {
    tell(tenantId)
    return compute()
  }
  await answers.ask('a', about('A'))
  await answers.ask('b', about('B'))
  await answers.ask('unknown', compute)
  answers.forget('A')
  expect(await answers.ask('b', about('B'))).toBe(2)
  expect(await answers.ask('a', about('A'))).toBe(4)
  expect(await answers.ask('unknown', compute)).toBe(5)
  answers.forget(null)
  expect(await answers.ask('b', about('B'))).toBe(6)
})
