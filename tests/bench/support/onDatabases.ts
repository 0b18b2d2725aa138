import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { databaseOn } from '../../../server/db/database'
import { openServer } from '../../../server/db/server'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { openApi, type TestApi } from '../../api/http/support/fixture'
import { type LocalPostgres, startLocalPostgres } from '../../api/support/localPostgres'
import { serveApi } from './serveApi'

type Services = Omit<NonNullable<Parameters<typeof openApi>[0]>, 'on'>

/** What a bench works on: an API, also behind a socket, and the new database under it. */
export interface Ground {
  api: TestApi
  server: Awaited<ReturnType<typeof serveApi>>
  testDatabase: TestDatabase
  /** In words. */
  where: 'PostgreSQL' | 'embedded'
}

const withServer = async <T>(work: (postgres: LocalPostgres) => Promise<T>): Promise<T> => {
  const postgres = await startLocalPostgres()
  if (!postgres) throw new Error('There is no PostgreSQL here to run this on.')
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** An embedded database as people have it. One in memory also holds its files there. */
const onDisk = async (): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slotwise-bench-'))
  const made = spawnSync(process.execPath, [
    ...process.execArgv,
    path.join(import.meta.dirname, 'makeFolder.ts'),
    dataDir,
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  const server = await openServer({ dataDir })
  const database = databaseOn(server)
  const close = async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { database, owner: server.pool, url: null, close }
}

/** @param url of a PostgreSQL server; null for the embedded database, in memory or on the disk */
const withApi = async <T>(
  url: string | null,
  services: Services,
  work: (ground: Ground) => Promise<T>,
  isOnDisk = false,
): Promise<T> => {
  const testDatabase = url === null && isOnDisk ? await onDisk() : await openTestDatabase(url)
  const api = await openApi({ on: testDatabase, ...services })
  const server = await serveApi(api)
  try {
    return await work({ api, server, testDatabase, where: url ? 'PostgreSQL' : 'embedded' })
  } finally {
    server.close()
    await api.close()
    await testDatabase.close()
  }
}

/** Runs a bench on a PostgreSQL server of its own, and throws everything away afterwards. */
export const onPostgres = <T>(services: Services, work: (ground: Ground) => Promise<T>): Promise<T> =>
  withServer(({ url }) => withApi(url, services, work))

/** Runs a bench embedded and then on PostgreSQL, or on `BENCH_ON` alone, and returns what they found. */
export const onBothDatabases = async <T>(
  services: Services,
  work: (ground: Ground) => Promise<T[]>,
  { isOnDisk = false } = {},
): Promise<T[]> => {
  const { BENCH_ON = '' } = process.env
  const embedded = BENCH_ON === 'postgres' ? [] : await withApi(null, services, work, isOnDisk)
  const onServer = BENCH_ON === 'embedded' ? [] : await withServer(({ url }) => withApi(url, services, work))
  return [...embedded, ...onServer]
}

/** Headers of requests by a tenant's owner, good for as long as a bench takes. */
export const headersOf = async (
  api: TestApi,
  { tenantId, owner }: { tenantId: string; owner: { authId: string } },
): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await api.sign({ authId: owner.authId, expiresIn: 36_000 })}`,
  'x-tenant-id': tenantId,
})

/** What a call answered. @throws when it was refused */
export const must = async <T>(call: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await call
  if (status >= 400) throw new Error(JSON.stringify(body))
  return body
}
