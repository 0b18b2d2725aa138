import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashBegin } from '../../../src/bookingPage/sha256'
import { solve } from '../../../src/bookingPage/solve'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

test('hashes begin as SHA-256 says, whatever their length', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map(code => String.fromCharCode(code)),
    maxLength: 200,
  })
  fc.assert(
    fc.property(ascii, text => {
      expect(hashBegin(text)).toBe(hashOf(text).readUInt32BE())
    }),
  )
})

test.each([0, 1, 8, 12])('a solution begins with %s zero bits', async bits => {
  const nonce = await solve('challenge', bits)
  expect(hashOf(`challenge:${nonce}`).readUInt32BE()).toBeLessThan(2 ** (32 - bits))
})
