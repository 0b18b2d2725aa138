import { expect, it } from 'vitest'
import { ownOrigins } from '../../../server/ownOrigins'

const isOwn = ownOrigins({
  siteUrl: 'http://10.0.0.7:3000/somewhere',
  mainDomain: 'example.com',
  allowedOrigins: ['https://web.other.net'],
})

it.each([
  'http://10.0.0.7:3000',
  'https://web.other.net',
  'https://example.com',
  'https://harbor-spa.example.com',
  'https://harbor-spa.stage.example.com',
])('%s is ours', origin => expect(isOwn(origin)).toBe(true))

it.each([
  'http://harbor-spa.example.com',
  'https://example.com.evil.net',
  'https://badexample.com',
  'http://web.other.net',
  'https://10.0.0.7:3000',
  'ftp://harbor-spa.example.com',
  'file:///etc',
])('%s is not', origin => expect(isOwn(origin)).toBe(false))

it('local hosts may do without https', () => {
  const isLocal = (mainDomain: string, origin: string) =>
    ownOrigins({ siteUrl: `https://app.${mainDomain}`, mainDomain, allowedOrigins: [] })(origin)
  expect(isLocal('slotwise.test', 'http://harbor-spa.slotwise.test:3000')).toBe(true)
  expect(isLocal('app.localhost', 'http://harbor-spa.app.localhost:3000')).toBe(true)
  expect(isLocal('slotwise.test.com', 'http://harbor-spa.slotwise.test.com')).toBe(false)
})
