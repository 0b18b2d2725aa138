import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeat } from '../../../server/repeat'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work whose runs end when they are told to. */
const slowWork = () => {
  const ends: (() => void)[] = []
  return { ends, work: vi.fn(() => new Promise<void>(resolve => ends.push(resolve))) }
}

it('begins at once, and again only so long after a run has ended', async () => {
  const { work, ends } = slowWork()
  const stop = repeat(work, 1000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]?.()
  await stop()
})

it('stops once the current run has ended, and begins no other', async () => {
  const { work, ends } = slowWork()
  let isStopped = false
  void repeat(work, 1000)().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(isStopped).toBe(false)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(isStopped).toBe(true)
  expect(work).toHaveBeenCalledTimes(1)
})
