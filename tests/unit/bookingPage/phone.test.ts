import { describe, expect, it } from 'vitest'
import { toE164 } from '../../../src/bookingPage/Person'

const germany = { code: '49', trunk: '0' }

describe('a telephone number that a visitor types', () => {
  it.each([
    ['0151 1234 5678', germany, '+4915112345678'],
    ['(030) 12-34-56', germany, '+4930123456'],
    ['0034 612 345 678', germany, '+34612345678'],
    ['+44 20 7946 0000', germany, '+442079460000'],
    ['612 345 678', { code: '34', trunk: null }, '+34612345678'],
    ['ask me', germany, 'askme'],
    ['', germany, ''],
    ['0151 1234 5678', null, '015112345678'],
  ])('%s', (typed, dialing, number) => expect(toE164(typed, dialing)).toBe(number))
})
