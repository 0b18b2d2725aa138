// The stack that the API stands on, with nothing on it: reads a body, answers with a constant, and tells its port to who forked it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { readJsonObject } from '../../../server/http/body'

const booking = { id: '0198f1a0-0000-7000-8000-000000000000', reference: 'ABCDEFGH', notes: 'x'.repeat(1200) }
const app = new Hono().post('/bookings', async c => {
  await readJsonObject(c.req)
  return c.json(booking, 201)
})
const listener = getRequestListener(app.fetch)
const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1', () =>
  process.send?.((server.address() as AddressInfo).port),
)
