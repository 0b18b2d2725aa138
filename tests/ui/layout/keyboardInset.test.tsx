import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useKeyboardInset } from '../../../src/ui/screen/useKeyboardInset'

it('says how much of the page the on-screen keyboard covers, while a form is open', () => {
  const view = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight, offsetTop: 0 })
  vi.stubGlobal('visualViewport', view)
  const covered = () => document.documentElement.style.getPropertyValue('--keyboard')
  const change = (values: Partial<typeof view>, event: string) => {
    Object.assign(view, values)
    view.dispatchEvent(new Event(event))
    return covered()
  }
  const { unmount } = renderHook(useKeyboardInset)
  expect(covered()).toBe('0px')
  expect(change({ height: window.innerHeight - 300 }, 'resize')).toBe('300px')
  expect(change({ offsetTop: 120 }, 'scroll')).toBe('180px')
  // Zoomed in, less of the page is seen, and no keyboard is there.
  expect(change({ scale: 2 }, 'resize')).toBe('0px')
  unmount()
  expect(covered()).toBe('')
  vi.unstubAllGlobals()
})
