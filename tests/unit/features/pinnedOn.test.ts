import { expect, it } from 'vitest'
import { pinnedOn } from '../../../src/features/visits/service'

it.each([
  ['23:30', '2026-03-02T22:30:00.000Z'],
  ['23:00', '2026-03-02T22:00:00.000Z'],
  ['00:30', '2026-03-02T23:30:00.000Z'],
  ['00:3', null],
])('%s in a visit that begins at 23:00 is meant after its start', (time, expected) => {
  expect(pinnedOn('2026-03-02T22:00:00.000Z', 'Europe/Berlin')(time)).toBe(expected)
})
