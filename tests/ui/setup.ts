import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, vi } from 'vitest'

// Emotion writes every rule of every component, and jsdom tries each of them on each element whose role or name is asked
// for. What a browser makes of the styles is seen in a browser.
HTMLStyleElement.prototype.appendChild = node => node

// Screens are loaded in pieces, and the first one brings most of the application.
configure({ asyncUtilTimeout: 30_000 })

// Whoever waits for something looks for it many times, and what the page was is read only when it never comes:
// docs/decisions/0015-reaching-inside.md.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    if (!Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')) return getElementError(message, container)
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  },
})

afterEach(() => {
  cleanup()
  // Choices, filters and the session outlive a page, and so do toasts.
  localStorage.clear()
  toast.dismiss()
})

// Files share a process: what one leaves for later would happen in the next. A piece of the application that is still on its way
// would be an error outside any test.
const { setTimeout: later } = globalThis
const left = new Set<ReturnType<typeof later>>()
const note = (...[work, ms, ...given]: Parameters<typeof later>) => {
  const timer = later(work, ms, ...given)
  left.add(timer)
  return timer
}
globalThis.setTimeout = Object.assign(note, later)
afterAll(async () => {
  globalThis.setTimeout = later
  for (const timer of left) clearTimeout(timer)
  await vi.dynamicImportSettled()
})

// jsdom would try every rule of its own style sheet on each element too. What is written on the element is all there is to know.
window.getComputedStyle = element => {
  const { style, hidden } = element as HTMLElement
  return hidden ? ({ ...style, display: 'none', getPropertyValue: () => '' } as unknown as CSSStyleDeclaration) : style
}
