import { describe, expect, it } from 'vitest'
import { initials } from '../../../src/ui/format/initials'
import { fromDecimal, toTyped } from '../../../src/ui/format/money'

describe('an amount in a field', () => {
  it.each([
    ['en', 'EUR', '1250.05'],
    ['de', 'EUR', '1250,05'],
    ['de', 'JPY', '125005'],
  ])('is written as %s types %s, and read again', (locale, currency, typed) => {
    const money = { amount: 125_005, currency }
    expect(toTyped(money, locale)).toBe(typed)
    expect(fromDecimal(typed, currency)).toBe(money.amount)
  })
})

it.each([
  ['Ada Admin', '', 'AA'],
  ['Ada', '', 'A'],
  [null, 'ada.admin@demo.test', 'AA'],
  // A list names people by their e-mail address.
  ['admin@demo.test', '', 'A'],
])('the initials of %s %s are %s', (name, email, expected) => {
  expect(initials(name, email)).toBe(expected)
})
