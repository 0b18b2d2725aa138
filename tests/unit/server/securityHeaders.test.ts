import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { securityHeaders } from '../../../server/web/securityHeaders'

const headersWith = async (environment: Record<string, string>): Promise<Headers> => {
  const app = new Hono().use(securityHeaders(readServerConfig(environment))).get('/', c => c.text('page'))
  return (await app.request('/')).headers
}

const pictures = (headers: Headers): string =>
  /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? ''

it('lets pictures come from here, and from elsewhere only where the operator says', async () => {
  expect(pictures(await headersWith({}))).toBe("'self' data: blob:")
  const IMAGE_ORIGINS = 'https://cdn.example.com/logos, https://avatars.example.org'
  expect(pictures(await headersWith({ IMAGE_ORIGINS }))).toBe(
    "'self' data: blob: https://cdn.example.com https://avatars.example.org",
  )
})

it('keeps browsers to https where people come by https', async () => {
  expect((await headersWith({})).has('strict-transport-security')).toBe(false)
  expect((await headersWith({ PUBLIC_URL: 'http://booking.example.com' })).has('strict-transport-security')).toBe(false)
  const headers = await headersWith({ PUBLIC_URL: 'https://booking.example.com' })
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
})
