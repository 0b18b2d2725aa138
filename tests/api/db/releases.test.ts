import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { checkBackup } from '../../../server/db/backup/file'
import { restorePlace } from '../../../server/db/backup/places'
import { databaseOn } from '../../../server/db/database'
import { driftOn } from '../../../server/db/drift'
import { migratedSchema } from '../../../server/db/generateMigration'
import { openServer, type Server } from '../../../server/db/server'
import { product } from '../../../server/product'
import { openTestDatabase, placeOf } from '../../../testing/testDatabase'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { catalogOf } from './support/catalog'

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/releases')
const releases = (await readdir(fixtures)).filter(name => name.endsWith('.backup'))
const serverUrl = inject('postgresUrl')
const kinds = serverUrl ? (['embedded', 'postgres'] as const) : (['embedded'] as const)

const onServer = async (text: string): Promise<void> => {
  const client = new pg.Client(serverUrl ?? '')
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** Backups leave a policy on each table. */
const withoutBackups = (catalog: Awaited<ReturnType<typeof catalogOf>>) =>
  Object.fromEntries(
    Object.entries(catalog).map(([part, entries]) => [
      part,
      Object.fromEntries(Object.entries(entries).filter(([name]) => !name.endsWith('owner_reads_for_backup'))),
    ]),
  )

it('keeps a backup of each release', () => {
  expect(releases).toContain('v0.1.0.backup')
})

describe.each(releases.flatMap(release => kinds.map(kind => ({ release, kind }))))(
  '$release becomes this version ($kind)',
  ({ release, kind }) => {
    const file = path.join(fixtures, release)
    const name = `slotwise_release_${randomBytes(4).toString('hex')}`
    let folder: string
    let server: Server
    let api: TestApi
    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-release-'))
      const place: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: path.join(folder, 'data') }
      if (kind === 'postgres') {
        await onServer(`create database ${name} template template0`)
        const url = new URL(serverUrl ?? '')
        url.pathname = `/${name}`
        place.DATABASE_URL = url.href
      }
      await restorePlace(place, file, { verify: true, migrations: product.migrations })
      server = await openServer(place.DATABASE_URL ? placeOf(place.DATABASE_URL) : { dataDir: place.DATA_DIR })
      const database = databaseOn(server)
      api = await openApi({
        admitsDemo: true,
        on: { database, owner: server.pool, url: null, close: () => database.close() },
      })
    }, 120_000)
    afterAll(async () => {
      await api.close()
      await api.database.close()
      if (kind === 'postgres') await onServer(`drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    })

    it('with the schema of a new one, and every row', async () => {
      const fresh = await openTestDatabase(kind === 'postgres' ? (serverUrl ?? null) : null)
      const expected = withoutBackups(await catalogOf(fresh.owner))
      await fresh.close()
      expect(withoutBackups(await catalogOf(server.pool))).toEqual(expected)
      expect(await driftOn(server.pool, await migratedSchema(product.resources, product.migrations))).toEqual([])

      const { tables } = await checkBackup(file)
      const client = await server.pool.connect()
      await client.query("begin; set local app.backup to 'on'")
      for (const [table, { rows }] of Object.entries(tables)) {
        const { rows: found } = await client.query(`select count(*)::int as count from ${table}`)
        if (!table.startsWith('public.migration')) expect(found, table).toEqual([{ count: rows }])
      }
      await client.query('rollback')
      client.release()
    })

    it('and every list answers its owner, who goes on writing', async () => {
      const { database } = api
      const [owner] = await database.run({ as: 'platform' }, db =>
        db
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.userId')
          .select(['users.id', 'users.authId', 'users.email', 'memberships.tenantId'])
          .where('memberships.role', '=', 'owner')
          .limit(1)
          .execute(),
      )
      const person = owner as Person & { tenantId: string }
      const refused: string[] = []
      for (const { api: at } of product.resources.filter(resource => !resource.api.includes('{'))) {
        const { status } = await api.request(at, { as: person, tenantId: person.tenantId })
        // 403: those of superusers.
        if (status !== 200 && status !== 403) refused.push(`${status} ${at}`)
      }
      expect(refused).toEqual([])
      for (const at of ['/bookings', '/customers', '/resources', '/channels']) {
        const { status, body } = await api.request(at, { as: person, tenantId: person.tenantId })
        expect({ at, status }).toEqual({ at, status: 200 })
        expect(body.length, at).toBeGreaterThan(0)
      }
      const body = { name: 'Since the upgrade', code: 'since-the-upgrade' }
      const made = await api.request('/channels', { method: 'POST', as: person, tenantId: person.tenantId, body })
      expect(made.status).toBe(201)
    })
  },
)
