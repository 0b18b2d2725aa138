import { demoAccounts, demoPassword } from '../../src/resources/demoAccounts'
import { type AuthService, anyTable, type Database, type Log, type Transaction } from '../serve'
import { createBookings } from './bookings/createBookings'
import { createWeekly } from './bookings/createWeekly'
import { businessesOn } from './businesses'
import { createBlocks } from './createBlocks'
import { createBusiness } from './createBusiness'

interface Row {
  id: string
}

const insert = (trx: Transaction, table: string, values: object): Promise<Row> =>
  anyTable(trx).insertInto(table).values(values).returning('id').executeTakeFirstOrThrow() as Promise<Row>

/**
 * Users are written last: they mark the data as complete. Only for the embedded auth service: a real one must not hold
 * known passwords.
 */
export const createDemoData = async (database: Database, auth: AuthService, log: Log): Promise<void> => {
  const now = Date.now()
  const businesses = businessesOn(new Date(now).toISOString().slice(0, 10))
  const tenantIds = new Map<string, string>()
  let bookings = 0
  for (const [seed, business] of businesses.entries()) {
    const tenantId = await createBusiness(database, business)
    tenantIds.set(business.tenant.slug, tenantId)
    bookings += await createBookings(database, tenantId, { now, seed: seed + 1 })
    if (business.blocks) await createBlocks(database, tenantId, business.blocks, now)
    if (business.weekly) bookings += await createWeekly(database, tenantId, business.weekly, now)
  }
  const accounts = await Promise.all(
    demoAccounts.map(async person => ({
      person,
      authId: await auth.createAccount(person.email, demoPassword, { name: person.name }, { isDemo: true }),
    })),
  )
  await database.run({ as: 'platform' }, async trx => {
    for (const { person, authId } of accounts) {
      const { email, name, userType = 'user', roles } = person
      const user = await insert(trx, 'users', { email, name, userType, authId, isDemo: true })
      for (const [slug, role] of Object.entries(roles)) {
        await insert(trx, 'memberships', { tenantId: tenantIds.get(slug), userId: user.id, role })
      }
    }
  })
  log('info', 'demo data created', { tenants: businesses.length, accounts: demoAccounts.length, bookings })
}
