import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Emotion writes every rule of every component, and jsdom tries each of them on each element whose role or name is asked
// for. What a browser makes of the styles is seen in a browser.
HTMLStyleElement.prototype.appendChild = node => node

afterEach(cleanup)
