// The stack that the API stands on, with nothing on it: reads a body and answers with a constant, or with the rows of a statement. Tells
// its port to who forked it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { readJsonObject } from '../../../server/http/input'

const booking = { id: '0198f1a0-0000-7000-8000-000000000000', reference: 'ABCDEFGH', notes: 'x'.repeat(1200) }
/** What `/rows` answers with. */
export interface BareQuery {
  databaseUrl: string
  statement: string
  values: readonly unknown[]
}

const [given] = process.argv.slice(2)
const query = given ? (JSON.parse(given) as BareQuery) : null
const pool = query && new pg.Pool({ connectionString: query.databaseUrl, max: 10 })

const app = new Hono()
if (pool && query)
  app.get('/rows', async c => {
    const { rows } = await pool.query({ name: 'rows', text: query.statement, values: [...query.values] })
    return c.json(rows)
  })
app.post('/bookings', async c => {
  await readJsonObject(c.req)
  return c.json(booking, 201)
})
const listener = getRequestListener(app.fetch)
const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1', () =>
  process.send?.((server.address() as AddressInfo).port),
)
