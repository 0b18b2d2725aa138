import type { TestProject } from 'vitest/node'
import { bakedDatabase } from '../../../server/db/bakedDatabase'
import { library } from '../../fixtures/library/product'
import { startLocalPostgres } from './localPostgres'
import { startPgBouncer } from './pgBouncer'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for all test files, each with databases of its own on it; null without one, or where `TEST_DATABASE_URL` is `none`. */
    postgresUrl: string | null
  }
}

/** What every file of database tests would otherwise do once more. */
export default async (project: TestProject) => {
  await bakedDatabase()
  await bakedDatabase(library.migrations)
  const given = process.env.TEST_DATABASE_URL
  const local = given ? null : await startLocalPostgres({ synchronous_commit: 'off' })
  const url = given === 'none' ? null : (given ?? local?.url ?? null)
  project.provide('postgresUrl', url)
  const isBouncerWanted = url && process.env.TEST_DATABASE_POOLER === 'pgbouncer'
  const bouncer = isBouncerWanted ? await startPgBouncer(url) : null
  // Read by testing/testDatabase.ts, in processes that begin later.
  if (bouncer) process.env.TEST_DATABASE_POOLER = bouncer.url
  return async () => {
    await bouncer?.stop()
    await local?.stop()
  }
}
