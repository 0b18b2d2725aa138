import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach } from 'vitest'

// Emotion writes every rule of every component, and jsdom tries each of them on each element whose role or name is asked
// for. What a browser makes of the styles is seen in a browser.
HTMLStyleElement.prototype.appendChild = node => node

// Screens are loaded in pieces, and the first one brings most of the application.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  // Choices, filters and the session outlive a page, and so do toasts.
  localStorage.clear()
  toast.dismiss()
})

// jsdom would try every rule of its own style sheet on each element too. What is written on the element is all there is to know.
window.getComputedStyle = element => {
  const { style, hidden } = element as HTMLElement
  return hidden ? ({ ...style, display: 'none', getPropertyValue: () => '' } as unknown as CSSStyleDeclaration) : style
}
