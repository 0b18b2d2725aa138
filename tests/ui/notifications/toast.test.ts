import { toast } from 'sonner'
import { expect, it, vi } from 'vitest'
import { showToast } from '../../../src/notifications/toast'

it('waits for a dialog that closes, since screen readers hear nothing behind it', async () => {
  vi.useFakeTimers()
  const shown = vi.spyOn(toast, 'success').mockReturnValue('')
  const showing = showToast('success', 'Cancelled')
  await vi.advanceTimersByTimeAsync(99)
  expect(shown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await showing
  expect(shown).toHaveBeenCalledWith('Cancelled', {})
  vi.useRealTimers()
})
