import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createImportQueue } from '../../../server/crud/imports/importQueue'
import { type DatabaseOptions, databaseOn } from '../../../server/db/database'
import { openServer } from '../../../server/db/server'
import { quietShift } from '../../../server/jobs/jobs'
import { product } from '../../../server/product'
import { openTestDatabase, placeOf, type TestDatabase } from '../../../testing/testDatabase'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { bundled } from '../support/bundled'

const count = 1000
const file = `externalId,name\n${Array.from({ length: count }, (_, index) => `${index},Guest ${index}`).join('\n')}\n`

let script: string
beforeAll(async () => {
  script = await bundled(path.join(import.meta.dirname, 'support/importWorker.ts'))
})
afterAll(() => rm(path.dirname(script), { recursive: true }))

type Kill = { isFar: (done: number) => boolean } | { patience: number }

/** Works the tenant's imports off in a process, which is killed once `isFar` says so of the rows done, or after `patience` ms. */
const workUntilKilled = async (place: DatabaseOptions, tenantId: string, kill: Kill): Promise<void> => {
  const child = spawn(process.execPath, ['--liftoff-only', script, JSON.stringify(place), tenantId])
  let output = ''
  child.stderr.on('data', chunk => {
    output += chunk
  })
  const ended = once(child, 'close')
  createInterface({ input: child.stdout }).on('line', line => {
    if ('isFar' in kill) {
      if (line !== 'ready' && kill.isFar(Number(line))) child.kill('SIGKILL')
    } else if (line === 'ready') {
      // The embedded database answers nobody while it works: no further line would come.
      setTimeout(() => child.kill('SIGKILL'), kill.patience)
    }
  })
  const [code, signal] = await ended
  expect({ code, signal, output }).toEqual({ code: null, signal: 'SIGKILL', output: '' })
}

const places: [
  string,
  () => Promise<{ place: DatabaseOptions; open: () => Promise<TestDatabase>; end: () => Promise<void> }>,
][] = [
  [
    'embedded',
    async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'slotwise-killed-'))
      const open = async () => {
        const server = await openServer({ dataDir })
        const database = databaseOn(server)
        return { database, owner: server.pool, url: null, close: () => database.close() }
      }
      return { place: { dataDir }, open, end: () => rm(dataDir, { recursive: true, force: true }) }
    },
  ],
  [
    'postgres',
    async () => {
      const made = await openTestDatabase(inject('postgresUrl'))
      const { owner, url } = made
      const place = placeOf(url ?? '')
      const open = async () => {
        const database = databaseOn(await openServer(place))
        return { database, owner, url, close: () => database.close() }
      }
      return { place, open, end: () => made.close() }
    },
  ],
]

describe.each(places.filter(([name]) => name === 'embedded' || inject('postgresUrl')))(
  'an import on a database (%s)',
  (_name, openPlace) => {
    const story = async () => {
      const { place, open, end } = await openPlace()
      const within = async <T>(use: (api: TestApi) => Promise<T>): Promise<T> => {
        const on = await open()
        const api = await openApi({ on, users: null })
        try {
          return await use(api)
        } finally {
          await api.close()
          await on.close()
        }
      }
      let tenantId = ''
      let admin: Person
      let id = ''
      const begin = async (api: TestApi, step: string) => {
        const request = { method: 'POST', as: admin, tenantId }
        expect((await api.request(`/imports/${id}/${step}`, request)).status).toBe(202)
      }
      /** To the end. */
      const work = async ({ owner, services }: TestApi) => {
        // What a killed process had leased is free after a minute.
        await owner.query('update imports set leased_until = null')
        await createImportQueue({ ...services, hooks: product.hooks }).work(tenantId, quietShift())
      }
      const state = async ({ owner }: TestApi) => {
        const { rows } = await owner.query(
          `select status, done_count, (select count(*)::int from customers) as customers,
            (select count(distinct external_id)::int from customers) as distinct_ones,
            (select count(*)::int from import_rows where outcome = 'create') as rows,
            (select count(*)::int from audit_entries where entity_type = 'customers' and action = 'created') as created,
            (select count(*)::int from audit_entries where entity_type = 'customers' and action = 'deleted') as deleted
          from imports where id = $1`,
          [id],
        )
        return rows[0]
      }
      const uploadAndCheck = async (api: TestApi, changes?: object) => {
        tenantId = (await api.addTenant()).id
        admin = await api.addPersonIn(tenantId, 'admin')
        const bytes = new TextEncoder().encode(file)
        const url = '/imports?resource=customers&fileName=moved.csv'
        id = (await api.request(url, { method: 'POST', as: admin, tenantId, bytes })).body.id
        const request = { method: 'PATCH', as: admin, tenantId, body: changes }
        if (changes) expect((await api.request(`/imports/${id}`, request)).status).toBe(200)
        await begin(api, 'check')
        await work(api)
      }
      const kill = (when: Kill) => workUntilKilled(place, tenantId, when)
      return { within, uploadAndCheck, begin, work, kill, state, end }
    }
    const whole = { customers: count, distinct_ones: count, rows: count, created: count, deleted: 0 }

    test('survives kill -9, and so does its undo: nothing is lost, nothing doubled', { timeout: 240_000 }, async () => {
      const { within, uploadAndCheck, begin, work, kill, state, end } = await story()
      try {
        await within(async api => {
          await uploadAndCheck(api)
          await begin(api, 'start')
        })
        await kill({ isFar: done => done > 0 && done < count })
        await within(async api => {
          const half = await state(api)
          expect(half).toMatchObject({ status: 'importing' })
          expect(half.customers).toBe(half.done_count)
          expect(half.created).toBe(half.done_count)
          expect(half.customers).toBeGreaterThan(0)
          expect(half.customers).toBeLessThan(count)
          await work(api)
          expect(await state(api)).toMatchObject({ status: 'done', done_count: count, ...whole })
          await begin(api, 'undo')
        })
        await kill({ patience: 100 })
        await within(async api => {
          expect(await state(api)).toMatchObject({ status: 'undoing', ...whole })
          await work(api)
          expect(await state(api)).toMatchObject({ status: 'undone', customers: 0, created: count, deleted: count })
        })
      } finally {
        await end()
      }
    })
    test('of all rows or none is one or the other after kill -9', { timeout: 240_000 }, async () => {
      const { within, uploadAndCheck, begin, work, kill, state, end } = await story()
      try {
        await within(async api => {
          await uploadAndCheck(api, { onError: 'nothing' })
          await begin(api, 'start')
        })
        await kill({ patience: 200 })
        await within(async api => {
          expect(await state(api)).toMatchObject({ status: 'importing', done_count: 0, customers: 0, created: 0 })
          await work(api)
          expect(await state(api)).toMatchObject({ status: 'done', done_count: count, ...whole })
        })
      } finally {
        await end()
      }
    })
  },
)
