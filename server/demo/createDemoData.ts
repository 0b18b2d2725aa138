import type { AuthService } from '../auth/createAuthService'
import type { Database, Transaction } from '../db/database'
import type { Log } from '../log'
import { createBookings } from './bookings/createBookings'
import { businessesOn } from './businesses'
import { createBusiness } from './createBusiness'

export const demoPassword = 'demo-password-1'

type DemoRole = 'owner' | 'staff' | 'viewer'

interface Person {
  email: string
  name: string
  userType?: 'superuser'
  /** The person's role in each tenant, by the tenant's slug. */
  roles: Readonly<Record<string, DemoRole>>
}

/** The accounts that README.md lists. */
export const people: readonly Person[] = [
  { email: 'super@demo.test', name: 'Sam Super', userType: 'superuser', roles: {} },
  { email: 'admin@demo.test', name: 'Ada Admin', roles: { 'harbor-spa': 'owner', 'city-courts': 'owner' } },
  { email: 'staff@demo.test', name: 'Stella Staff', roles: { 'harbor-spa': 'staff' } },
  { email: 'viewer@demo.test', name: 'Victor Viewer', roles: { 'city-courts': 'viewer' } },
  { email: 'nobody@demo.test', name: 'Nora Nobody', roles: {} },
]

interface Row {
  id: string
}

const insert = (trx: Transaction, table: string, values: object): Promise<Row> =>
  trx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow() as Promise<Row>

/**
 * Fills an empty installation with two businesses and the README's accounts. Users are written last and mark the data as
 * complete. Only for the embedded auth service: a real one must not hold known passwords.
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
  }
  const accounts = await Promise.all(
    people.map(async person => ({
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
  log('info', 'demo data created', { tenants: businesses.length, accounts: people.length, bookings })
}
