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

it('lets pictures come from here, and from the API where that is elsewhere', async () => {
  expect(pictures(await headersWith({}))).toBe("'self' data: blob:")
  expect(pictures(await headersWith({ API_URL: 'https://api.example.com/api' }))).toBe(
    "'self' data: blob: https://api.example.com",
  )
})

it('leaves a stricter policy to those who set one', async () => {
  const app = new Hono()
  app.use(securityHeaders(readServerConfig({})))
  app.get('/file', () => new Response('', { headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" } }))
  const { headers } = await app.request('/file')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

it('keeps browsers to https where people come by https', async () => {
  expect((await headersWith({})).has('strict-transport-security')).toBe(false)
  expect((await headersWith({ PUBLIC_URL: 'http://booking.example.com' })).has('strict-transport-security')).toBe(false)
  const headers = await headersWith({ PUBLIC_URL: 'https://booking.example.com' })
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
})
