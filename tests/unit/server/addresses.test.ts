import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { isAddressAllowed, isUrlAllowed } from '../../../server/outgoing/addresses'
import { callGuarded, guardedLookup } from '../../../server/outgoing/callGuarded'

const strict = { allowsPrivate: false }
const development = { allowsPrivate: true }

describe('an address that somebody typed', () => {
  test.each([
    '127.0.0.1',
    '127.255.0.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '224.0.0.1',
    '0.0.0.0',
    '0.1.2.3',
    '192.0.0.8',
    '198.18.0.1',
    '192.0.2.1',
    '203.0.113.7',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    'not an address',
  ])('%s is refused', text => expect(isAddressAllowed(text, strict)).toBe(false))

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::6810:84e5', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
    '%s is called',
    text => expect(isAddressAllowed(text, strict)).toBe(true),
  )

  test.each(['127.0.0.1', '::1', '10.0.0.1', 'fd12::1'])('%s is called while developing', text =>
    expect(isAddressAllowed(text, development)).toBe(true),
  )
  test.each(['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fd00:ec2::254', '100.100.100.200', '0.0.0.0'])(
    '%s is never called',
    text => expect(isAddressAllowed(text, development)).toBe(false),
  )

  test('ports below 1024 are refused, but for 443', () => {
    expect(isUrlAllowed('https://example.com:443/', strict)).toBe(true)
    expect(isUrlAllowed('https://example.com:1024/', strict)).toBe(true)
    expect(isUrlAllowed('https://example.com:1023/', strict)).toBe(false)
    expect(isUrlAllowed('https://example.com:80/', strict)).toBe(false)
    expect(isUrlAllowed('http://localhost:80/', development)).toBe(true)
  })
})

describe('a name', () => {
  /** A resolver that answers these addresses, once. */
  const resolving = (answers: readonly LookupAddress[][]) => {
    let asked = 0
    const find = ((_host: string, _options: object, callback: (...given: unknown[]) => void) =>
      callback(null, answers[asked++])) as never
    return { find, count: () => asked }
  }
  const post = (lookup: ReturnType<typeof guardedLookup>) =>
    callGuarded(
      strict,
      { url: 'https://rebound.example/', headers: {}, body: '{}', timeoutMs: 1000, maxBytes: 1000 },
      lookup,
    )

  test('that leads to a private address is not called', async () => {
    const { find } = resolving([[{ address: '10.0.0.1', family: 4 }]])
    expect(await post(guardedLookup(strict, find))).toMatchObject({ error: 'blocked_address', status: null })
  })

  test('is not called if one of its addresses is private', async () => {
    const { find } = resolving([
      [
        { address: '93.184.216.34', family: 4 },
        { address: '::1', family: 6 },
      ],
    ])
    expect(await post(guardedLookup(strict, find))).toMatchObject({ error: 'blocked_address' })
  })

  test('is looked up once: the connection goes to what was judged', () => {
    const { find, count } = resolving([
      [{ address: '93.184.216.34', family: 4 }],
      [{ address: '127.0.0.1', family: 4 }],
    ])
    guardedLookup(strict, find)('rebound.example', {}, (error, address) =>
      expect({ error, address }).toEqual({ error: null, address: '93.184.216.34' }),
    )
    expect(count()).toBe(1)
  })
})
