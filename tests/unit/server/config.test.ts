import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readServerConfig, reportSettings } from '../../../server/config'
import { product } from '../../../server/product'
import type { Environment } from '../../../server/settings'
import { browserConfig, renderPage } from '../../../server/web/page'

describe('the environment', () => {
  it('has defaults that listen on this machine only', () => {
    expect(readServerConfig({ PORT: '' })).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      DEMO: true,
      AUTH_CONFIRM_EMAIL: false,
    })
  })

  const sites: [string | undefined, boolean][] = [
    [undefined, true],
    ['http://booking.example.com', true],
    ['https://booking.example.com', false],
  ]
  const hosts: [string, boolean][] = [
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.0.9', false],
    ['localhost.example.com', false],
    ['127.0.0.1.example.com', false],
  ]
  const databases: [string | undefined, boolean][] = [
    [undefined, true],
    ['postgres://db.example.com/slotwise', false],
  ]
  it('has a demo by default only where nobody but this machine gets at an embedded database', () => {
    for (const [HOST, isOwnHost] of hosts)
      for (const [PUBLIC_URL, isOwnSite] of sites)
        for (const [DATABASE_URL, isOwnDatabase] of databases) {
          const start = { HOST, PUBLIC_URL, DATABASE_URL }
          const isPrivate = isOwnHost && isOwnSite
          const flags = ({ DEMO, LOG_LINKS }: ReturnType<typeof readServerConfig>) => ({ ...start, DEMO, LOG_LINKS })
          const [byDefault, on, off] = [undefined, 'on', 'off'].map(DEMO => flags(readServerConfig({ ...start, DEMO })))
          expect(byDefault).toEqual({
            ...start,
            DEMO: isPrivate && isOwnDatabase,
            LOG_LINKS: isPrivate && isOwnDatabase,
          })
          expect(on).toEqual({ ...start, DEMO: true, LOG_LINKS: isPrivate })
          expect(off).toEqual({ ...start, DEMO: false, LOG_LINKS: false })
        }
  })

  it('says which variable is wrong, and how', () => {
    expect(() => readServerConfig({ PORT: 'http', DEMO: 'no', DATABASE_URL: 'mysql://x/y' })).toThrow(
      /PORT must be a port number\nDATABASE_URL must be a postgres:\/\/ address\nDEMO must be "on" or "off"/,
    )
    expect(() => readServerConfig({ SUPABASE_URL: 'https://x.supabase.co' })).toThrow(/SUPABASE_ANON_KEY is needed/)
  })

  it('takes origins with commas between them, and limits that are whole numbers', () => {
    const origins = 'https://app.example.com, http://localhost:5173/'
    expect(readServerConfig({ ALLOWED_ORIGINS: origins, RATE_LIMIT_ACCOUNT: '0' })).toMatchObject({
      ALLOWED_ORIGINS: ['https://app.example.com', 'http://localhost:5173'],
      RATE_LIMIT_ACCOUNT: 0,
    })
    expect(() =>
      readServerConfig({ ALLOWED_ORIGINS: 'app.example.com', MAX_REQUESTS: '0', RATE_LIMIT_ADDRESS: '1.5' }),
    ).toThrow(
      /ALLOWED_ORIGINS must be addresses(.|\n)*RATE_LIMIT_ADDRESS must be a whole number(.|\n)*MAX_REQUESTS must be at least 1/,
    )
  })

  it('tells the browser where the API and the auth service are', () => {
    expect(
      browserConfig(readServerConfig({ SUPABASE_URL: 'https://x.supabase.co/', SUPABASE_ANON_KEY: 'k' })),
    ).toMatchObject({
      apiUrl: '/api',
      authUrl: 'https://x.supabase.co/auth/v1',
      authKey: 'k',
    })
    expect(browserConfig(readServerConfig({ API_URL: 'https://api.example.com/v1' })).authUrl).toBe(
      'https://api.example.com/auth/v1',
    )
  })

  it('offers the demo accounts only where they can sign in', () => {
    const hasDemo = (env: Record<string, string>) => browserConfig(readServerConfig(env)).hasDemo
    expect(hasDemo({})).toBe(true)
    expect(hasDemo({ DEMO: 'off' })).toBe(false)
    expect(hasDemo({ HOST: '0.0.0.0' })).toBe(false)
    expect(hasDemo({ DEMO: 'on', API_URL: 'https://api.example.com/v1' })).toBe(false)
    expect(hasDemo({ DEMO: 'on', SUPABASE_URL: 'https://x.supabase.co/', SUPABASE_ANON_KEY: 'k' })).toBe(false)
  })

  it('tells the browser whether mails of invitations can be sent', () => {
    const hosted = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'anon', DATABASE_URL: 'postgres://db/x' }
    const canInvite = (env: Record<string, string>) => browserConfig(readServerConfig(env)).canInvite
    expect([canInvite({}), canInvite(hosted), canInvite({ ...hosted, SUPABASE_SERVICE_ROLE_KEY: 'key' })]).toEqual([
      true,
      false,
      true,
    ])
    // Where strangers sign up, an address has to be confirmed by its owner: whoever has it accepts.
    const open = { PUBLIC_URL: 'https://book.example.com' }
    expect([canInvite(open), canInvite({ HOST: '0.0.0.0' }), canInvite({ ...open, AUTH_CONFIRM_EMAIL: 'on' })]).toEqual(
      [false, false, true],
    )
  })

  it('cannot break out of the page', () => {
    const page = renderPage(
      '<title>x</title><script type="application/json" id="config"></script>',
      readServerConfig({ PRODUCT_NAME: '</script><b>&' }),
    )
    expect(page).not.toContain('</script><b>')
    expect(page).toContain('<title>&#60;/script&#62;&#60;b&#62;&#38;</title>')
    expect(JSON.parse(/id="config">(.*)<\/script>/.exec(page)?.[1] ?? '').productName).toBe('</script><b>&')
  })
})

describe('a variable that looks like a setting', () => {
  const problems = (environment: Environment): string[] => {
    try {
      readServerConfig(environment, product)
      return []
    } catch (error) {
      return (error as Error).message.split('\n')
    }
  }

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DEMO_MODE', 'DEMO'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['PUBLIC_POW_BIT', 'PUBLIC_POW_BITS'],
    ['SUPABASE_SERVICE_KEY', 'SUPABASE_SERVICE_ROLE_KEY'],
  ])('stops the start and names the right one: %s', (name, meant) => {
    expect(problems({ [name]: 'x' })).toEqual([expect.stringContaining(`Did you mean ${meant}?`)])
    expect(problems({ [name]: 'x', IGNORED_VARIABLES: `OTHER, ${name}` })).toEqual([])
  })

  it('is no variable of the shell, of a desktop or of a cluster', () => {
    const others = 'HOME HOSTNAME PATH SHELL LANG LOGNAME SESSION_MANAGER PUBLIC_KEY POSTGRES_PASSWORD NODE_ENV'.split(
      ' ',
    )
    expect(problems(Object.fromEntries(others.map(name => [name, 'x'])))).toEqual([])
    expect(problems({ SMTP_SERVICE_HOST: '10.0.0.9', SMTP_PORT: 'tcp://10.0.0.9:25' })).toEqual([])
  })

  it('is told with everything else that is wrong', () => {
    const lines = problems({ DEMO_MODE: 'off', PORT: 'http', PUBLIC_POW_BITS: 'many', SECRETS_KEY_FILE: '/nowhere' })
    expect(lines.map(line => line.split(' ')[0])).toEqual(['DEMO_MODE', 'SECRETS_KEY_FILE', 'PORT', 'PUBLIC_POW_BITS'])
  })
})

describe('a public address', () => {
  it.each(['https://example.com/booking', 'https://example.com/?a=1', 'https://example.com/#a'])(
    'with more than an origin is refused: %s',
    PUBLIC_URL => {
      expect(() => readServerConfig({ PUBLIC_URL })).toThrow(/PUBLIC_URL must be an address without a path/)
    },
  )
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slotwise-settings-'))
  const file = path.join(folder, 'url')
  writeFileSync(file, 'postgres://app:s3cret@db/slotwise\n')

  it('is read when the program starts', () => {
    expect(readServerConfig({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe('postgres://app:s3cret@db/slotwise')
  })

  it('is not given twice, and not missing', () => {
    expect(() => readServerConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://db/x' })).toThrow(
      /DATABASE_URL_FILE is set, and DATABASE_URL too/,
    )
    expect(() => readServerConfig({ SMTP_URL_FILE: path.join(folder, 'none') })).toThrow(
      /SMTP_URL_FILE cannot be read: there is no such file: /,
    )
  })

  it('shows in no report', () => {
    const environment = {
      DATABASE_URL: 'postgres://app:s3cret@db/slotwise',
      SMTP_URL: 'smtp://user:s3cret@mail',
      SUPABASE_SERVICE_ROLE_KEY: 's3cret',
      SECRETS_KEY: 's3cret',
      DEMO_MODE: 'off',
    }
    const reports = reportSettings(environment, product)
    expect(JSON.stringify(reports)).not.toContain('s3cret')
    const find = (name: string) => reports.find(each => each.name === name)
    expect(find('DATABASE_URL')).toMatchObject({ value: 'postgres://app:•••@db/slotwise', source: 'environment' })
    expect(find('PORT')).toEqual({ name: 'PORT', value: '3000', source: 'default', problem: null })
    expect(find('SECRETS_KEY')?.problem).toBe('SECRETS_KEY must be 32 bytes in base64: openssl rand -base64 32')
    const short = reportSettings({ SECRETS_KEY: Buffer.alloc(16).toString('base64') }, product)
    expect(short.find(({ name }) => name === 'SECRETS_KEY')?.problem).toMatch(/must be 32 bytes in base64/)
    expect(find('DEMO_MODE')?.problem).toMatch(/Did you mean DEMO/)
    expect(find('PUBLIC_POW_BITS')?.value).toBe('16')
  })
})
