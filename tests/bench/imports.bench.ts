import { createImportQueue } from '../../server/crud/imports/importQueue'
import { quietShift } from '../../server/jobs/jobs'
import { product } from '../../server/product'
import type { Import } from '../../src/contract/calls/imports'
import { openBusiness } from '../api/features/support/business'
import { type Bench, type Measurement, middle, p95, timed } from './support/measurement'
import { headersOf, onBothDatabases } from './support/onDatabases'

const count = 50_000

const file = (first: number): string => {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = first + index
    return `${number},Guest Number ${number},guest-${number}@example.com,+4930${String(number).padStart(8, '0')},Was here before`
  })
  return `externalId,name,email,phone,notes\n${rows.join('\n')}\n`
}

/** The same rows with the same entries, as one statement of a superuser each. */
const plainInsert = `
  with made as (
    insert into customers (tenant_id, external_id, name, email, phone, notes)
    select $1, 'p' || n, 'Guest Number ' || n, 'plain-' || n || '@example.com', '+4940' || lpad(n::text, 8, '0'), 'Was here before'
    from generate_series(1, $2::int) as n returning *
  )
  insert into audit_entries (tenant_id, actor_type, action, entity_type, entity_id, entity_label, changes, reason, request_id)
  select tenant_id, 'system', 'created', 'customers', id, name, jsonb_build_object(
    'externalId', jsonb_build_object('from', null, 'to', external_id), 'name', jsonb_build_object('from', null, 'to', name),
    'email', jsonb_build_object('from', null, 'to', email), 'phone', jsonb_build_object('from', null, 'to', phone),
    'notes', jsonb_build_object('from', null, 'to', notes)), 'Import', 'plain' from made`

const megabyte = 1024 * 1024

/** A file of 50,000 customers: uploaded, checked and imported, beside one statement; what it needs, and what others wait. */
export default {
  title: 'Importing 50,000 customers',
  run: () =>
    onBothDatabases(
      { users: null },
      async ({ api, server, where }) => {
        const business = await openBusiness(api)
        const { tenantId } = business
        const headers = await headersOf(api, business)
        const work = () => createImportQueue({ ...api.services, hooks: product.hooks }).work(tenantId, quietShift())
        const step = async (id: string, name: string): Promise<number> => {
          await server.post(`/imports/${id}/${name}`, headers, {})
          return timed(work)
        }
        const other = () => timed(() => server.get('/channels', headers))
        const idle: number[] = []
        for (let round = 0; round < 100; round++) idle.push(await other())

        const bytes = Buffer.from(file(1))
        globalThis.gc?.()
        const before = process.memoryUsage().rss
        let most = before
        const busy: number[] = []
        let isOver = false
        const watching = (async () => {
          while (!isOver) {
            busy.push(await other())
            most = Math.max(most, process.memoryUsage().rss)
            await new Promise(resolve => setTimeout(resolve, 50))
          }
        })()
        let id = ''
        const uploaded = await timed(async () => {
          const response = await fetch(`${server.url}/imports?resource=customers&fileName=guests.csv`, {
            method: 'POST',
            headers,
            body: bytes,
          })
          id = ((await response.json()) as Import).id
        })
        const checked = await step(id, 'check')
        const imported = await step(id, 'start')
        const busyImporting = [...busy]
        const mostImporting = most
        const done = await server.get<Import>(`/imports/${id}`, headers)
        if (done.counts.create !== count) throw new Error(JSON.stringify(done))
        const plain = await timed(() => api.owner.query(plainInsert, [tenantId, count]))
        const undone = await step(id, 'undo')
        isOver = true
        await watching
        const all = uploaded + checked + imported
        const rate = (ms: number): number => (count / ms) * 1000
        return [
          { what: `uploaded, checked and imported (${where})`, figure: all, unit: 'ms', aim: '≤ 90,000 ms' },
          {
            what: `checked and imported (${where})`,
            figure: rate(checked + imported),
            unit: 'rows/s',
            against: { what: 'INSERT … SELECT with its entries', figure: rate(plain) },
            aim: '≥ 0.3 ×',
          },
          {
            what: `the import alone (${where})`,
            figure: rate(imported),
            unit: 'rows/s',
            against: { what: 'the same', figure: rate(plain) },
          },
          { what: `taken back (${where})`, figure: undone, unit: 'ms' },
          {
            what: `memory above idle (${where})`,
            figure: ((mostImporting - before) / megabyte) * 1024,
            unit: 'kB',
            aim: '≤ 262,144 kB',
          },
          {
            what: `memory above idle until it is taken back (${where})`,
            figure: ((most - before) / megabyte) * 1024,
            unit: 'kB',
            aim: '≤ 262,144 kB',
          },
          {
            what: `others’ p95 meanwhile (${where})`,
            figure: p95(busyImporting),
            unit: 'ms',
            against: { what: 'idle', figure: p95(idle) },
            aim: '≤ 2 ×',
          },
          {
            what: `others’ median meanwhile (${where})`,
            figure: middle(busyImporting),
            unit: 'ms',
            against: { what: 'idle', figure: middle(idle) },
          },
        ] satisfies Measurement[]
      },
      { isOnDisk: true },
    ),
} satisfies Bench
