import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uncovered } from '../../../src/notifications/uncovered'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"><main></main></div>'
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

/** @returns milliseconds */
const waitsWhile = async (covered: number): Promise<number> => {
  const root = document.getElementById('root')
  if (covered > 0) root?.setAttribute('aria-hidden', 'true')
  setTimeout(() => root?.removeAttribute('aria-hidden'), covered)
  const began = Date.now()
  const waiting = uncovered().then(() => Date.now() - began)
  await vi.advanceTimersByTimeAsync(1000)
  return waiting
}

it('waits for a dialog that closes, also for one that is unmounted a moment later', async () => {
  expect(await waitsWhile(0)).toBe(100)
  expect(await waitsWhile(195)).toBe(200)
})

it('does not wait for a dialog that stays open', async () => {
  expect(await waitsWhile(5000)).toBe(400)
})
