import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress } from '../../../server/clientAddress'

const addressOf = async (trustedProxies: number, forwarded?: string): Promise<string> => {
  const app = new Hono().get('/', c => c.text(clientAddress(trustedProxies)(c)))
  const incoming = { socket: { remoteAddress: '10.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } }
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, { incoming })).text()
}

it('believes what its own proxies saw, and nothing that was written before them', async () => {
  expect(await addressOf(0, '203.0.113.9')).toBe('10.0.0.1')
  expect(await addressOf(1, 'forged, 203.0.113.9')).toBe('203.0.113.9')
  expect(await addressOf(2, 'forged, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9')
  expect(await addressOf(2, '203.0.113.9')).toBe('10.0.0.1')
  expect(await addressOf(1)).toBe('10.0.0.1')
})

it('takes no notice of ports', async () => {
  expect(await addressOf(1, '203.0.113.9:50123')).toBe('203.0.113.9')
  expect(await addressOf(1, '[2001:db8::7]:50123')).toBe('2001:db8::7')
  expect(await addressOf(1, '2001:db8::7')).toBe('2001:db8::7')
})
