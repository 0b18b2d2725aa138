import { expect, it, vi } from 'vitest'
import { formKeys } from '../../../src/features/bookings/dialog/formKeys'

const press = (how: object) => {
  const add = vi.fn()
  const preventDefault = vi.fn()
  formKeys(add)({ key: '+', target: document.body, preventDefault, ...how } as never)
  return { added: add.mock.calls.length, prevented: preventDefault.mock.calls.length }
}

it('adds a service by a plus, except where it is written or zooms', () => {
  expect(press({})).toEqual({ added: 1, prevented: 1 })
  const untouched = { added: 0, prevented: 0 }
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(press({ [modifier]: true })).toEqual(untouched)
  expect(press({ target: document.createElement('textarea') })).toEqual(untouched)
})
