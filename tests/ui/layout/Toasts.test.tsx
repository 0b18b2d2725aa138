import { act, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import Toasts from '../../../src/layout/Toasts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('shows three toasts at once, 356 px wide and 14 px apart', async () => {
  render(<Toasts />)
  for (const text of ['one', 'two', 'three', 'four']) act(() => void toast(text))
  await pass(20)
  const shown = document.querySelectorAll('[data-sonner-toast][data-visible="true"]')
  expect(Array.from(shown, element => element.textContent)).toEqual(['four', 'three', 'two'])
  const list = document.querySelector<HTMLElement>('[data-sonner-toaster]')
  expect(list?.style.getPropertyValue('--width')).toBe('356px')
  expect(list?.style.getPropertyValue('--gap')).toBe('14px')
  act(() => void toast.dismiss())
  await pass(1000)
})

it('takes a toast away after 4000 ms, and 200 ms for leaving', async () => {
  render(<Toasts />)
  act(() => void toast('Channel created successfully'))
  await pass(3900)
  expect(screen.getByText('Channel created successfully')).toBeInTheDocument()
  await pass(150)
  expect(screen.getByText('Channel created successfully').closest('[data-sonner-toast]')).toHaveAttribute(
    'data-removed',
    'true',
  )
  await pass(300)
  expect(screen.queryByText('Channel created successfully')).toBeNull()
})
