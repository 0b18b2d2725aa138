import { expect, it } from 'vitest'
import { toDecimal } from '../../../src/schema/minorUnits'

it.each([
  [1250, 'EUR', '12.50'],
  [5, 'EUR', '0.05'],
  [-5, 'EUR', '-0.05'],
  [-1250, 'KWD', '-1.250'],
  [1250, 'JPY', '1250'],
  [-1, 'JPY', '-1'],
])('%d minor units of %s are %s', (amount, currency, text) => {
  expect(toDecimal({ amount, currency })).toBe(text)
})
