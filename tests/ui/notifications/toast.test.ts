import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showToast } from '../../../src/notifications/toast'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"><main></main></div>'
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

/** @returns milliseconds */
const waitFor = async (uncoversAfter: number): Promise<number> => {
  const root = document.getElementById('root')
  if (uncoversAfter > 0) root?.setAttribute('aria-hidden', 'true')
  setTimeout(() => root?.removeAttribute('aria-hidden'), uncoversAfter)
  const shown = vi.spyOn(toast, 'success').mockReturnValue('')
  void showToast('success', 'Cancelled')
  let waited = 0
  for (; shown.mock.calls.length === 0; waited += 50) await vi.advanceTimersByTimeAsync(50)
  shown.mockRestore()
  return waited
}

it('waits for a dialog that closes, since screen readers hear nothing behind it', async () => {
  expect(await waitFor(0)).toBe(100)
  expect(await waitFor(195)).toBe(200)
})

it('shows itself beside a dialog that stays open', async () => {
  expect(await waitFor(5000)).toBe(400)
})
