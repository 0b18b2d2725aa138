import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSpan, startTraces } from '../../../server/traces'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

interface OtlpSpan {
  spanId: string
  parentSpanId?: string
  name: string
}

describeOnDatabase('traces', use => {
  let api: TestApi
  let business: Business
  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
    business = await openBusiness(api)
  })
  afterAll(() => api.close())

  test('show the round trips of a booking, and nothing of whom it is for', async () => {
    const customerId = await business.add('customers', { name: 'Lena Traced', email: 'lena@traced.example' })
    const variantId = await business.addVariant([await business.addResource()])
    const bodies: string[] = []
    const stop = startTraces({
      ...{ endpoint: 'http://127.0.0.1', serviceName: 'slotwise', version: '0', log: () => {} },
      send: async (_, { body }) => {
        bodies.push(String(body))
        return new Response('{}')
      },
    })
    const booking = { variantId, customerId, startsAt: '2026-03-02T09:00:00.000Z', notes: 'Traced notes' }
    const { status, body } = await inSpan(null, { kind: 'server', name: 'POST /api/bookings' }, () =>
      business.send('POST', '/bookings', booking),
    )
    await stop()
    expect(status).toBe(201)
    const spans = bodies.flatMap(text => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans as OtlpSpan[])
    const whole = spans.find(({ name }) => name === 'POST /api/bookings')
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId).map(({ name }) => name)
    expect(statements).toEqual(expect.arrayContaining(['select', 'insert', 'commit']))
    const words = ['raced notes', 'Lena', 'lena@', customerId, variantId, body.id, body.reference, business.tenantId]
    for (const word of words) expect(bodies.join('')).not.toContain(word)
  })
})
