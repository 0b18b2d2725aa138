import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { patientFetch } from '../../../server/outgoing/patientFetch'
import { createSealer } from '../../../server/seal'
import { contextOfRequest, inSpan, readTraceparent, startTraces, tracedRequestId } from '../../../server/traces'
import { attempt } from '../../../server/webhooks/attempt'

const trace = '0af7651916cd43dd8448eb211c80319c'
const span = 'b7ad6b7169203331'

it.each([
  [`00-${trace}-${span}-01`, { traceId: trace, spanId: span, isSampled: true }],
  [`00-${trace}-${span}-02`, { traceId: trace, spanId: span, isSampled: false }],
  [`cc-${trace}-${span}-01-what-comes-later`, { traceId: trace, spanId: span, isSampled: true }],
  [undefined, null],
  ['', null],
  [`ff-${trace}-${span}-01`, null],
  [`00-${'0'.repeat(32)}-${span}-01`, null],
  [`00-${trace}-${'0'.repeat(16)}-01`, null],
  [`00-${trace.toUpperCase()}-${span}-01`, null],
  [`00-${trace}-${span}`, null],
])('the caller’s trace is read from %s', (header, context) => {
  expect(readTraceparent(header)).toEqual(context)
})

it('a trace goes on from the id of a request to the receiver of its webhook', async () => {
  const sent: { url: string | undefined; traceparent: unknown; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    sent.push({ url: request.url, traceparent: request.headers.traceparent, body })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const settings = {
    allowsPrivate: true,
    timeoutMs: 5_000,
    retrySeconds: [1],
    disableAfterMinutes: 10,
  }
  const deliver = (requestId: string | null) =>
    attempt(
      { settings, sealer: createSealer(null), catalogue: {} },
      {
        ...{ id: 'd', webhookId: 'w', url: `${url}/hook`, secret: null, previousSecret: null },
        ...{ includesPersonalData: false, attempts: 0 },
        event: {
          ...{ id: 'e', type: 'booking.created', subjectType: 'booking', subjectId: 's', tenantId: 't', sequence: 1 },
          ...{ requestId, occurredAt: '2026-01-01T00:00:00.000Z', data: null, previous: null },
          actor: { type: 'system', id: null, name: null },
        },
      },
    )

  await deliver(`${trace}-${span}`)
  const stop = startTraces({
    endpoint: url,
    serviceName: 'test',
    version: '1',
    send: patientFetch(5_000),
    log: () => {},
  })
  const requestId = await inSpan(
    readTraceparent(`00-${trace}-${span}-01`),
    { kind: 'server', name: 'request' },
    async () => tracedRequestId(),
  )
  await deliver(requestId)
  await deliver(null)
  await stop()
  receiver.close()

  const [untraced, traced, alone] = sent.filter(call => call.url === '/hook')
  expect(untraced?.traceparent).toBeUndefined()
  expect(traced?.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
  expect(alone?.traceparent).not.toContain(trace)
  const told = sent.find(call => call.url === '/v1/traces')?.body ?? ''
  expect(told).toContain(`"parentSpanId":"${contextOfRequest(requestId)?.spanId}","name":"webhook","kind":3`)
})
