import { type CompiledQuery, Kysely } from 'kysely'
import { listQueryParams, listRecords } from '../../server/crud/list'
import type { Transaction } from '../../server/db/database'
import { unconnected } from '../../server/db/sql'
import type { Caller } from '../../server/http/identity/caller'
import { readQuery } from '../../server/http/input'
import { product } from '../../server/product'
import type { AnyResource } from '../../src/schema'
import { DAY, MINUTE } from '../../src/time/instant'
import { openBusiness } from '../api/features/support/business'
import { removeData, startServer } from '../e2e/support/server'
import { firstMonday } from './support/firstMonday'
import { sendLoad, startBareServer } from './support/forked'
import type { Bench, Measurement } from './support/measurement'
import { onPostgres } from './support/onDatabases'
import { signUp } from './support/signUp'

const clients = 32
const records = 25

/** The statement that answers the first page of a list. */
const statementOf = async (resource: AnyResource, tenantId: string): Promise<CompiledQuery> => {
  let asked: CompiledQuery | undefined
  const log = ({ query }: { query: CompiledQuery }) => {
    asked ??= query
  }
  const db = new Kysely({ ...unconnected, log }) as unknown as Transaction
  const hooks = product.hooks[resource.name] ?? {}
  const caller = {
    ...{ role: 'owner', key: null, tenant: { id: tenantId, timeZone: 'UTC' } },
    columns: { tenant: null, membership: null, key: null },
  } as unknown as Caller
  const query = readQuery(listQueryParams(resource, hooks), new URLSearchParams(), 'owner')
  await listRecords(work => work(db), { resource, hooks, resources: product.resources, caller, params: {} }, query)
  if (!asked) throw new Error(`Nothing was asked for ${resource.name}.`)
  return asked
}

/**
 * `GET` of lists from the built server as its own process, on PostgreSQL: token, tenant, role, row-level security. Beside it the bare HTTP
 * stack that sends the same statement as a superuser, judges nothing, and answers the rows as they are.
 */
export default {
  title: 'Lists of 25 under load, 32 clients, PostgreSQL',
  run: () =>
    onPostgres({}, async ({ api, testDatabase }) => {
      const databaseUrl = testDatabase.url ?? ''
      const env = { DATABASE_URL: databaseUrl, DEMO: 'off', RATE_LIMIT_ACCOUNT: '0', RATE_LIMIT_ADDRESS: '0' }
      const server = await startServer({ env })
      try {
        const { tenantId, channelId, itemId, ...business } = await openBusiness(api)
        for (let count = 1; count < records; count++) await api.addChannel(tenantId, { kind: 'online' })
        const customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
        const chair = await business.addResource()
        const variantId = await business.addVariant([chair], { durationMinutes: 30, slotIntervalMinutes: 30 })
        const { token, id } = await signUp(server.url)
        await api.addMember(tenantId, { id }, 'owner')
        const monday = firstMonday()
        const headers = {
          authorization: `Bearer ${token}`,
          'x-tenant-id': tenantId,
          'content-type': 'application/json',
        }
        for (let count = 0; count < records; count++) {
          const startsAt = new Date(
            monday + Math.floor(count / 5) * DAY + (540 + 30 * (count % 5)) * MINUTE,
          ).toISOString()
          const body = JSON.stringify({ variantId, channelId, customerId, startsAt })
          const answer = await fetch(`${server.url}/api/bookings`, { method: 'POST', headers, body })
          if (answer.status !== 201) throw new Error(await answer.text())
        }
        await testDatabase.owner.query('vacuum analyze')
        const measured: Measurement[] = []
        for (const name of ['channels', 'bookings']) {
          const resource = product.resources.find(known => known.name === name) as AnyResource
          const { sql: statement, parameters: values } = await statementOf(resource, tenantId)
          const bare = await startBareServer({ databaseUrl, statement, values })
          try {
            const ask = async (port: number, path: string, many: number, count: number) => {
              const bodies = Array.from({ length: count }, () => '')
              const { seconds, statuses } = await sendLoad({
                port,
                method: 'GET',
                path,
                headers,
                bodies,
                clients: many,
              })
              if (statuses[200] !== count) throw new Error(`${path} answered ${JSON.stringify(statuses)}`)
              return { rate: count / seconds, ms: (seconds * 1000) / count }
            }
            const port = Number(new URL(server.url).port)
            const ours = (many: number, count: number) => ask(port, `/api/${name}`, many, count)
            const floor = (many: number, count: number) => ask(bare.port, '/rows', many, count)
            await ours(clients, 1000)
            await floor(clients, 1000)
            const what = 'the same SQL through the bare HTTP stack'
            const many = [await ours(clients, 2000), await floor(clients, 4000)] as const
            const alone = [await ours(1, 300), await floor(1, 300)] as const
            measured.push(
              {
                what: `${records} ${name}`,
                figure: many[0].rate,
                unit: 'requests/s',
                against: { what, figure: many[1].rate },
                ...(name === 'channels' && { aim: '≥ 0.5 ×' }),
              },
              {
                what: `${records} ${name}, one client`,
                figure: alone[0].ms,
                unit: 'ms',
                against: { what, figure: alone[1].ms },
                ...(name === 'channels' && { aim: '≤ 3 ms' }),
              },
            )
          } finally {
            bare.stop()
          }
        }
        return measured
      } finally {
        await server.stop()
        await removeData(server.dataDir)
      }
    }),
} satisfies Bench
