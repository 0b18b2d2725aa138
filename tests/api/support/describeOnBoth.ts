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
 * Runs the same suite on the embedded database and on a PostgreSQL server.
 * @param migrations those of another product
 */
export const describeOnBoth = (name: string, suite: Suite, migrations?: string) => {
  describe(`${name} (embedded)`, () => describeOn(() => openTestDatabase(null, migrations), suite))
  describeOnPostgres(name, suite, migrations)
}
