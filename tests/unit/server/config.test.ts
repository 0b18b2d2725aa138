import { describe, expect, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
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
