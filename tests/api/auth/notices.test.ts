import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLinks } from '../../../server/auth/links'
import { createWords, type MailWords } from '../../../server/auth/mails'
import type { NoticeKind } from '../../../server/auth/mailTexts'
import { password, startTestAuth, type TestAuth } from './support'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

describe('a sign-in on a new device', () => {
  let test: TestAuth
  beforeAll(async () => {
    test = await startTestAuth()
  })
  afterAll(() => test.close())
  afterEach(() => {
    test.clock.offset = 0
    test.from.address = '192.0.2.1'
    test.person.locale = null
  })

  const signIn = async (email: string, userAgent = firefox) => {
    const { error } = await test.client({ userAgent }).signInWithPassword({ email, password })
    expect(error).toBeNull()
  }
  /** The number of mails that `work` causes. */
  const mailsOf = async (work: () => Promise<void>) => {
    const before = (await test.mails()).length
    await work()
    return (await test.mails()).length - before
  }

  it('is told from the second device on, and once', async () => {
    await test.auth.createAccount('ada@example.test', password)
    expect(await mailsOf(() => signIn('ada@example.test'))).toBe(0)
    expect(await mailsOf(() => signIn('ada@example.test'))).toBe(0)
    expect(await mailsOf(() => signIn('ada@example.test', safari))).toBe(1)
    const { subject, text, link } = await test.newestMail()
    expect(subject).toBe('Slotwise: new sign-in to your account')
    expect(text).toContain('Device: Safari · iOS')
    expect(text).toContain('Network: 192.0.2.1')
    expect(link.href).toBe(`${test.origin}/settings`)
    expect(await mailsOf(() => signIn('ada@example.test', safari))).toBe(0)
  })

  it('is told for a new network, too, in the language of the person', async () => {
    await test.auth.createAccount('otto@example.test', password)
    await signIn('otto@example.test')
    test.person.locale = 'de-AT'
    test.from.address = '198.51.100.7'
    expect(await mailsOf(() => signIn('otto@example.test'))).toBe(1)
    const { subject, text } = await test.newestMail()
    expect(subject).toBe('Slotwise: Neue Anmeldung bei Ihrem Konto')
    expect(text).toContain('Gerät: Firefox · Windows')
    expect(text).toContain('Netz: 198.51.100.7')
  })

  it('is told again when the device was not used for a quarter of a year', async () => {
    await test.auth.createAccount('rare@example.test', password)
    await signIn('rare@example.test', safari)
    test.clock.offset = 60 * 86_400_000
    await signIn('rare@example.test', firefox)
    test.clock.offset = 100 * 86_400_000
    expect(await mailsOf(() => signIn('rare@example.test', safari))).toBe(1)
  })

  it('is not told to others: a wrong password is no sign-in', async () => {
    await test.auth.createAccount('eve@example.test', password)
    await signIn('eve@example.test')
    const attempt = async () => {
      await test.client({ userAgent: safari }).signInWithPassword({ email: 'eve@example.test', password: 'wrong' })
    }
    expect(await mailsOf(attempt)).toBe(0)
  })
})

describe('a notice', () => {
  const kinds: NoticeKind[] = [
    'new_device',
    'password_changed',
    'email_changed',
    'factor_added',
    'factor_removed',
    'recovery_codes_made',
    'recovery_code_used',
  ]
  const siteUrl = 'https://app.example.test'
  const links = createLinks({ issuer: `${siteUrl}/auth/v1`, siteUrl, isOwnOrigin: () => false })
  const written = (kind: NoticeKind, locale: string | null): Promise<MailWords> => {
    const words = createWords({ links, siteUrl, productName: 'Slotwise', localeOf: async () => locale })
    return words({ type: 'notice', kind, userId: 'ada', to: 'ada@example.test', at: Date.UTC(2026, 2, 1, 9, 30) })
  }

  it.each(kinds)('of %s says in both languages what happened, when, and where to look', async kind => {
    const english = await written(kind, 'fr')
    const german = await written(kind, 'de')
    expect(german.subject).not.toBe(english.subject)
    expect(english.text).toContain('When: 2026-03-01 09:30 (UTC)')
    expect(german.text).toContain('Wann: 2026-03-01 09:30 (UTC)')
    // Without the password, the owner cannot reach the settings.
    const page = kind === 'password_changed' ? 'forgot-password' : 'settings'
    expect(english.link).toBe(`https://app.example.test/${page}`)
    expect((await written(kind, null)).text).toBe(english.text)
  })
})
