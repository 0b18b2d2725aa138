import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readable } from '../../../src/bookingPage/colors'

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('any brand color can be read on light and on dark, and one that can be read stays', () => {
  fc.assert(
    fc.property(color, fc.constantFrom('#ffffff', '#f4f5f4', '#121816', '#1c2421'), (brand, on) => {
      expect(contrast(readable(brand, on), on)).toBeGreaterThanOrEqual(4.5)
      if (contrast(brand, on) >= 4.5) expect(readable(brand, on)).toBe(brand)
    }),
  )
})

test('black on white is 21:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})
