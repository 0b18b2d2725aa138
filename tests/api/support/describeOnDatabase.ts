import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'

/** Defines tests; `use` gives them their database while they run. */
type Suite = (use: () => TestDatabase) => void

const describeOn = (open: () => Promise<TestDatabase>, suite: Suite) => {
  let test: TestDatabase | undefined
  beforeAll(async () => {
    test = await open()
  })
  afterAll(() => test?.close())
  suite(() => {
    if (!test) throw new Error('The database is there only while tests run.')
    return test
  })
}

/** Runs a suite on the embedded database. */
const describeEmbedded = (name: string, suite: Suite, migrations?: string) =>
  describe(`${name} (embedded)`, () => describeOn(() => openTestDatabase(null, migrations), suite))

/** Runs a suite on a PostgreSQL server: that of `TEST_DATABASE_URL`, or one that is installed here. */
export const describeOnPostgres = (name: string, suite: Suite, migrations?: string) => {
  const url = inject('postgresUrl')
  if (!url) {
    describe.skip(`${name} (postgres: skipped, there is no server: install one, or set TEST_DATABASE_URL)`, () => {})
    return
  }
  describe(`${name} (postgres)`, () => describeOn(() => openTestDatabase(url, migrations), suite))
}

/**
 * Runs a suite on a PostgreSQL server if there is one, else on the embedded database.
 * @param migrations those of another product
 */
export const describeOnDatabase = (name: string, suite: Suite, migrations?: string) =>
  (inject('postgresUrl') ? describeOnPostgres : describeEmbedded)(name, suite, migrations)

/** Runs a suite on both: for what depends on connections, locks, notifications or the database's version. */
export const describeOnBoth: typeof describeOnDatabase = (name, suite, migrations) => {
  describeEmbedded(name, suite, migrations)
  describeOnPostgres(name, suite, migrations)
}
