import { describe, expect, it } from 'vitest'
import { appUrl, resolveHost, tenantUrl } from '../../../src/tenant/host'

const production = (mode: string, slug: string | null = null) => ({ mode, slug, environment: 'production' })

describe('a host', () => {
  it.each([
    ['app.example.com', production('selection')],
    ['example.com', production('selection')],
    ['APP.Example.com.:8443', production('selection')],
    ['harbor-spa.example.com', production('subdomain', 'harbor-spa')],
    ['harbor-spa.example.com:3000', production('subdomain', 'harbor-spa')],
    ['harbor-spa.dev.example.com', { mode: 'subdomain', slug: 'harbor-spa', environment: 'dev' }],
    ['app.stage.example.com', { mode: 'selection', slug: null, environment: 'stage' }],
    ['stage.example.com', { mode: 'selection', slug: null, environment: 'stage' }],
    ['a.b.example.com', production('local')],
    ['localhost', production('local')],
    ['localhost:3000', production('local')],
    ['127.0.0.1:3000', production('local')],
    ['192.168.1.20', production('local')],
    ['10.0.0.7:80', production('local')],
    ['172.16.0.1', production('local')],
    ['172.31.255.1', production('local')],
    ['[::1]:3000', production('local')],
    ['8.8.8.8', production('local')],
    ['harbor-spa.other.com', production('local')],
    ['notexample.com', production('local')],
  ])('%s is read', (host, expected) => {
    expect(resolveHost(host, 'example.com')).toEqual(expected)
  })

  it('says nothing without a main domain', () => {
    expect(resolveHost('harbor-spa.example.com', null)).toEqual(production('local'))
  })

  it.each([
    ['app.example.com', 'https://city.example.com/', 'https://app.example.com/'],
    ['harbor.stage.example.com:3000', 'https://city.stage.example.com:3000/', 'https://app.stage.example.com:3000/'],
  ])('leads from %s to a tenant and back in the same environment and on the same port', (host, tenant, app) => {
    const here = { protocol: 'https:', host }
    expect(tenantUrl('city', here, 'example.com')).toBe(tenant)
    expect(appUrl(here, 'example.com')).toBe(app)
  })
})
