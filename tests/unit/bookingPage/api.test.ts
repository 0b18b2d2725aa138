import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, watchLine } from '../../../src/bookingPage/api'

const busy = (seconds: number) =>
  Response.json({ code: 'unavailable' }, { status: 503, headers: { 'Retry-After': String(seconds) } })

let answers: Response[]
const told: (number | null)[] = []
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => answers.shift())
  told.length = 0
  stop = watchLine(seconds => told.push(seconds))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('stands in line for who reads, says for how long, and comes through', async () => {
  answers = [busy(3), busy(1), Response.json(['ten o’clock'])]
  const asking = call('/times')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asking).toEqual(['ten o’clock'])
  expect(told).toEqual([3, null, 1, null])
})

it('repeats no write that is not safe to repeat, and waits for no minutes', async () => {
  answers = [busy(3)]
  await expect(call('/join', { method: 'POST', body: {} })).rejects.toMatchObject({ code: 'unavailable', wait: 3 })
  answers = [busy(600)]
  await expect(call('/times')).rejects.toMatchObject({ code: 'unavailable', wait: null })
  expect(told).toEqual([])
})

it('leaves the line when the visitor does', async () => {
  answers = [busy(5)]
  const controller = new AbortController()
  const asking = call('/times', { signal: controller.signal })
  const left = expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(100)
  controller.abort()
  await left
  expect(told).toEqual([5, null])
})

it('asks for the times of a visit as a reader, who stands in line and needs nothing fresh', async () => {
  const asked: string[] = []
  // What the tests before wrote is over.
  vi.setSystemTime(Date.now() + 60_000)
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answers.shift()
  })
  answers = [busy(1), Response.json({ slots: [] }), Response.json([]), Response.json({}), Response.json({ slots: [] })]
  const times = () => call('/availability/visits', { method: 'POST', body: {} })
  const asking = times()
  await vi.advanceTimersByTimeAsync(10_000)
  await asking
  await call('/availability')
  await call('/holds', { method: 'POST', body: {} })
  await times()
  expect(asked.map(url => url.includes('fresh='))).toEqual([false, false, false, false, true])
})
