import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createLinks } from '../../../server/auth/links'
import { checkPassword, hashPassword, passwordMatches } from '../../../server/auth/passwords'
import { challengeOf, hashToken, newToken, seal, unseal } from '../../../server/auth/secrets'
import { endlessSessions, expiryOf } from '../../../server/auth/sessionLimits'
import { newTotp, stepOf } from '../../../server/auth/totp'
import { readerOfTokens, signedToken, tokenBytes } from '../../../server/features/public/signedToken'
import { createSealer } from '../../../server/seal'

const secret = 'the secret of a tenant'
const ids = ['01900000-0000-7000-8000-00000000dead', '01900000-0000-7000-8000-00000000beef'] as const

describe('A signed token', () => {
  const read = readerOfTokens<[string, string]>(2)

  it('has its ids in it, and is of what its secret signed alone', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.string(), (one, two, message) => {
        const token = signedToken([one, two], secret, message)
        expect(token).toMatch(/^[\w-]{70}$/)
        expect(read(token)?.ids).toEqual([one, two])
        expect(read(token)?.isOf(secret, message)).toBe(true)
        expect(read(token)?.isOf(`${secret}x`, message)).toBe(false)
        expect(read(token)?.isOf(secret, `${message}x`)).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  it('is the same again, for links that were sent', () => {
    expect(signedToken([ids[0]], secret, 'manage')).toBe('AZAAAAAAcACAAAAAAADerVUjrc1w5uB2f6SCNtNPB48sZYUA')
    expect([tokenBytes(0), tokenBytes(1), tokenBytes(2)]).toEqual([20, 36, 52])
  })

  it('is not read with another length or other characters', () => {
    const token = signedToken(ids, secret, 'manage')
    const bad = [
      '',
      token.slice(1),
      `${token}A`,
      `${token.slice(1)}!`,
      `!${token.slice(1)}`,
      signedToken([ids[0]], secret, 'x'),
    ]
    expect(bad.map(read)).toEqual(bad.map(() => null))
  })

  it('is of nothing if any of its characters is another', () => {
    const token = signedToken(ids, secret, 'manage')
    for (let at = 0; at < token.length - 1; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      const other = read(changed)
      expect(other?.ids.join() === ids.join() && other.isOf(secret, 'manage'), changed).toBe(false)
    }
  })
})

describe('A sealed secret', () => {
  const sealer = createSealer(Buffer.alloc(32, 1))
  const other = createSealer(Buffer.alloc(32, 2))
  const plain = createSealer(null)

  it('opens with its key and purpose alone, and is never the same twice', () => {
    const sealed = sealer.seal('grüße', 'webhook 1')
    expect(sealed).toMatch(/^v1:[A-Za-z0-9+/]+=*$/)
    expect(sealed).not.toBe(sealer.seal('grüße', 'webhook 1'))
    // Nonce, tag and the text, which is as long sealed.
    expect(Buffer.from(sealed.slice(3), 'base64')).toHaveLength(12 + 16 + Buffer.byteLength('grüße'))
    expect(sealer.open(sealed, 'webhook 1')).toBe('grüße')
    expect(() => sealer.open(sealed, 'webhook 2')).toThrow()
    expect(() => other.open(sealed, 'webhook 1')).toThrow()
    expect(() => plain.open(sealed, 'webhook 1')).toThrow('SECRETS_KEY')
  })

  it('cannot be changed', () => {
    const bytes = Buffer.from(sealer.seal('secret', 'x').slice(3), 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => sealer.open(`v1:${changed.toString('base64')}`, 'x'), String(at)).toThrow()
    }
  })

  it('is plain without a key, which a key still reads', () => {
    expect(plain.seal('secret', 'x')).toBe('plain:secret')
    expect(plain.open('plain:secret', 'x')).toBe('secret')
    expect(sealer.open('plain:secret', 'x')).toBe('secret')
  })
})

describe('A text sealed with a token', () => {
  it('opens with that token alone, unchanged', () => {
    const sealed = seal('grüße', 'token')
    expect(sealed).toHaveLength(12 + 16 + Buffer.byteLength('grüße'))
    expect(sealed.equals(seal('grüße', 'token'))).toBe(false)
    expect(unseal(new Uint8Array(sealed), 'token')).toBe('grüße')
    expect(() => unseal(sealed, 'other')).toThrow()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => unseal(changed, 'token'), String(at)).toThrow()
    }
  })

  it('is made with tokens of 256 bits, each another, and challenges of RFC 7636', () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/)
    expect(newToken()).not.toBe(newToken())
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })
})

describe('A link in a mail', () => {
  const site = 'https://book.test'
  const links = createLinks({
    issuer: `${site}/auth`,
    siteUrl: site,
    isOwnOrigin: origin => origin.endsWith('://own.test'),
  })
  const target = (wanted?: string, type = 'recovery') => links.target(type, wanted).href

  it('leads to no other site', () => {
    for (const own of ['https://own.test/after?x=1', 'http://own.test/']) expect(target(own)).toBe(own)
    for (const wanted of [
      undefined,
      '',
      'nonsense',
      'https://evil.test/',
      'blob:https://own.test/1',
      'javascript:alert(1)',
    ])
      expect(target(wanted), wanted).toBe(`${site}/new-password`)
  })

  it.each([
    ['recovery', '/new-password'],
    ['invite', '/new-password'],
    ['signup', '/confirm'],
    ['email_change', '/confirm'],
    ['email_change_undo', '/new-password'],
    ['magiclink', '/'],
  ])('of the type %s leads to %s', (type, page) => {
    expect(target(undefined, type)).toBe(site + page)
  })

  it('leads to a page that redeems it, or to GoTrue’s address for a code', () => {
    expect(links.mailLink('recovery', 'abc', 'https://own.test/after')).toBe(
      'https://own.test/new-password?token_hash=abc&type=recovery',
    )
    expect(links.mailLink('email_change_current', 'abc', undefined)).toBe(
      `${site}/confirm?token_hash=abc&type=email_change`,
    )
    expect(links.mailLink('email_change_new', 'abc', undefined)).toBe(
      `${site}/confirm?token_hash=abc&type=email_change`,
    )
    expect(links.mailLink('recovery', 'pkce_abc', 'https://own.test/x')).toBe(
      `${site}/auth/verify?token=pkce_abc&type=recovery&redirect_to=https%3A%2F%2Fown.test%2Fx`,
    )
    expect(links.undoLink('abc')).toBe(`${site}/new-password?token_hash=abc&type=email_change_undo`)
    expect(links.mailLink('recovery', undefined, undefined)).toBe(null)
  })
})

describe('A password', () => {
  const refusal = (password: string, about: readonly string[] = []) =>
    checkPassword(password, about).then(
      () => null,
      error => [error.code, ...(error.extra.weak_password?.reasons ?? [])],
    )

  it('has 8 characters at least, 72 bytes at most, and cannot be guessed', async () => {
    expect(await refusal('kx7!qLz')).toEqual(['weak_password', 'length'])
    expect(await refusal('kx7!qLz9')).toBe(null)
    const long = 'kx7!qLz9'.repeat(9)
    expect(await refusal(long)).toBe(null)
    expect(await refusal(`${long}a`)).toEqual(['validation_failed'])
    expect(await refusal(`${long.slice(1)}é`)).toEqual(['validation_failed'])
    expect(await refusal('password1')).toEqual(['weak_password', 'pwned'])
    expect(await refusal('zuckerhut77', [])).toBe(null)
    expect(await refusal('zuckerhut77', ['zuckerhut77@demo.test'])).toEqual(['weak_password', 'pwned'])
  })

  it('is kept as argon2id with OWASP’s first choice', async () => {
    const stored = await hashPassword('kx7!qLz9')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches('kx7!qLz9', stored)).toBe(true)
    expect(await passwordMatches('kx7!qLz8', stored)).toBe(false)
    expect(await passwordMatches('nobody has this password', null)).toBe(false)
    expect(await passwordMatches('another', null)).toBe(false)
  })
})

test('a session ends at its limits, and a superuser’s never later than others', () => {
  const at = (ms: number) => new Date(ms).toISOString()
  const limits = { idleMs: 100, maxMs: 1000, superuser: { idleMs: 10, maxMs: 5000 } }
  const ask = (now: number, usedAt: number | null = null, isSuperuser = false) =>
    expiryOf({ createdAt: at(0), usedAt: usedAt === null ? null : at(usedAt), isSuperuser }, limits, now)
  expect([ask(100), ask(101)]).toEqual([null, 'idle'])
  expect([ask(150, 50), ask(151, 50)]).toEqual([null, 'idle'])
  expect([ask(1000, 950), ask(1001, 950)]).toEqual([null, 'max'])
  expect([ask(10, null, true), ask(11, null, true)]).toEqual([null, 'idle'])
  expect([ask(1000, 995, true), ask(1001, 995, true)]).toEqual([null, 'max'])
  const times = { createdAt: at(0), usedAt: null, isSuperuser: true }
  expect(expiryOf(times, endlessSessions, 8e15)).toBe(null)
  const looser = { ...limits, superuser: { idleMs: 5000, maxMs: 5 } }
  expect([expiryOf(times, looser, 5), expiryOf(times, looser, 6)]).toEqual([null, 'max'])
  expect(expiryOf({ ...times, usedAt: at(0) }, { ...looser, superuser: { idleMs: 5000, maxMs: 5000 } }, 101)).toBe(
    'idle',
  )
})

describe('A code of an app', () => {
  it('counts as that of its time, or of the time beside it', () => {
    // RFC 6238, appendix B: the last six of the eight digits.
    const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const ask = (seconds: number, code = '287082') => stepOf(code, key, seconds * 1000)
    expect([ask(0), ask(30), ask(59), ask(60), ask(89), ask(90)]).toEqual([1, 1, 1, 1, 1, null])
    expect(ask(59, '287083')).toBe(null)
    expect(ask(1111111109, '081804')).toBe(Math.floor(1111111109 / 30))
  })

  it('is set up by an address that apps read', () => {
    const { secret: key, uri, svg } = newTotp('Slotwise', 'a@demo.test')
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Slotwise',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    // Four pixels for each module of 49, and for a border of two.
    expect(svg).toContain('viewBox="0 0 212 212"')
  })
})
