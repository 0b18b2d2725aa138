import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AuthService } from '../../../server/auth/createAuthService'
import { settleDemo } from '../../../server/core/demo'
import type { Database } from '../../../server/db/database'
import { demo } from '../../../server/demo/demo'
import { demoAccounts as people } from '../../../src/resources/demoAccounts'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { authServiceOn } from '../support/authServiceOn'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase(inject('postgresUrl'))
})
afterAll(() => opened.close())

/** A database that fails at one transaction, as if the process were killed there. */
const breakingAt = (transaction: number): Database => {
  let count = 0
  return counting(() => {
    if (++count === transaction) throw new Error('broken')
  })
}

const counting = (onTransaction: () => void, { database } = opened): Database => ({
  ...database,
  run: (...call) => {
    onTransaction()
    return database.run(...call)
  },
})

const authOn = (database: Database): Promise<AuthService> =>
  authServiceOn(database, { confirmEmail: false, admitsDemo: true })

const start = async (isOn: boolean, transaction = 0): Promise<'started' | 'broken'> => {
  // Its own start is not what breaks.
  const auth = await authOn(breakingAt(transaction === 0 ? 0 : transaction + transactions.auth))
  return settleDemo(breakingAt(transaction), auth, demo, { isOn, log: () => {} }).then(
    () => 'started',
    (error: Error) => {
      expect(error.message).toBe('broken')
      return 'broken'
    },
  )
}

/** Those of a whole first start: of the auth service before its first request, and of the demo. */
const transactions = { auth: 0, demo: 0 }
beforeAll(async () => {
  const other = await openTestDatabase(inject('postgresUrl'))
  const auth = await authOn(counting(() => transactions.auth++, other))
  await settleDemo(
    counting(() => transactions.demo++, other),
    auth,
    demo,
    { isOn: true, log: () => {} },
  )
  await other.close()
})

const count = async (table: string): Promise<number> =>
  Number((await opened.owner.query(`select count(*)::int as count from ${table}`)).rows[0].count)

test('a first start that ends in the middle leaves nothing that the next one does not mend', async () => {
  const { demo: all } = transactions
  // Those in the middle change from run to run, so that all have their turn.
  const middle = () => 4 + Math.floor(Math.random() * (all - 6))
  const some = [1, 2, 3, middle(), middle(), all - 2, all - 1, all]
  for (const [index, transaction] of some.entries()) {
    const here = `broken at ${transaction} of ${some}`
    expect(await start(true, transaction), here).toBe('broken')
    expect(await count('users'), here).toBe(0)
    // Every other start has the demo off, and so nothing of it is left.
    if (index % 2 === 1) continue
    expect(await start(false), here).toBe('started')
    for (const table of ['tenants', 'bookings', 'auth_service.users'])
      expect({ table, rows: await count(table) }, here).toEqual({ table, rows: 0 })
  }
  expect(await start(true), `after ${some}`).toBe('started')
  expect(await count('tenants')).toBe(2)
  expect(await count('users where is_demo and auth_id in (select id from auth_service.users where is_demo)')).toBe(
    people.length,
  )
  expect(await count('auth_service.users')).toBe(people.length)

  await start(true)
  expect(await count('users')).toBe(people.length)
})

test('nothing is made beside accounts that somebody has already', async () => {
  const other = await openTestDatabase(inject('postgresUrl'))
  const auth = await authOn(other.database)
  await auth.createAccount('super@demo.test', 'a-good-password-1')
  await settleDemo(other.database, auth, demo, { isOn: true, log: () => {} })
  const { rows } = await other.owner.query(
    'select (select count(*)::int from users) as users, (select count(*)::int from tenants) as tenants',
  )
  expect(rows).toEqual([{ users: 0, tenants: 0 }])
  await other.close()
})
