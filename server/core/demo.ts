import { sql } from 'kysely'
import type { AnyResource, Around, Role } from '../../src/schema'
import { workedStarts } from '../../src/schema/bounds'
import { validate } from '../../src/schema/validation'
import type { AuthService } from '../auth/createAuthService'
import type { Demo } from '../crud/product'
import type { Database, Transaction } from '../db/database'
import { linksOf } from '../db/links'
import { toRow } from '../db/rows'
import { anyTable } from '../db/sql'
import type { Log } from '../log'

type Values = Readonly<Record<string, unknown>>

const password = 'demo-password-1'

/** Without settings, no bound by a setting is checked. */
const beginning: Around = {
  now: Date.now(),
  tenant: { timeZone: 'UTC', currency: 'EUR' },
  me: { id: null, email: null, name: null },
  settings: {},
}

/**
 * Inserts drafts like the API: validated, with defaults, and with the ids of what they are linked to. Sets that the other
 * resource's field stores belong in its drafts. `columns` are for values outside drafts, such as parents.
 *
 * @returns ids in the same order
 * @throws for an invalid draft
 */
export const insertDrafts = async (
  db: Transaction,
  tenantId: string,
  resource: AnyResource,
  drafts: readonly Values[],
  columns: readonly Values[] = [],
): Promise<string[]> => {
  const sets = Object.entries(resource.assigns ?? {}).filter(([, { through }]) => !through)
  const rows = drafts.map((draft, index) => {
    const values = Object.entries(draft).filter(([name]) => !sets.some(([set]) => set === name))
    const validated = validate(
      resource,
      { ...workedStarts(resource, beginning), ...Object.fromEntries(values) },
      { role: 'owner', around: beginning },
    )
    const refused = (why: string) => new Error(`The demo data's ${resource.name} "${draft.name}": ${why}`)
    if (!validated.ok) throw refused(JSON.stringify(validated.errors))
    for (const [name, { max }] of sets) {
      const ids = draft[name] ?? []
      if (!Array.isArray(ids) || ids.length > max) throw refused(`${name} must be a list of at most ${max} ids.`)
    }
    return { tenantId, ...columns[index], ...toRow(resource, validated.values) }
  })
  const inserted = await anyTable(db).insertInto(resource.name).values(rows).returning('id').execute()
  const ids = inserted.map(row => String(row.id))
  for (const { name, table, rank } of linksOf(resource)) {
    const links = drafts.flatMap((draft, index) =>
      ((draft[name] ?? []) as readonly string[]).map((targetId, place) => ({
        ...{ tenantId, ownerId: ids[index], targetId, [rank]: place },
      })),
    )
    if (links.length > 0) await anyTable(db).insertInto(table).values(links).execute()
  }
  return ids
}

/**
 * A demo of one tenant: `admin@demo.test` owns it, `staff@demo.test` and `viewer@demo.test` work there, and
 * `super@demo.test` is a superuser.
 *
 * @param fill inserts its records
 * @example createProduct({ demo: demoOf({ name: 'City Clinic', slug: 'city-clinic', timeZone: 'Europe/Berlin' }), … })
 */
export const demoOf = (
  tenant: { name: string; slug: string; timeZone: string; currency?: string },
  fill?: (db: Transaction, tenantId: string) => Promise<void>,
): Demo => {
  const working = (role: Role, name: string, email = role as string) => ({
    email: `${email}@demo.test`,
    name,
    roles: { [tenant.slug]: role },
  })
  return {
    slugs: () => [tenant.slug],
    people: [
      working('owner', 'Ada Admin', 'admin'),
      working('staff', 'Stella Staff'),
      working('viewer', 'Victor Viewer'),
      { email: 'super@demo.test', name: 'Sam Super', userType: 'superuser', roles: {} },
    ],
    create: async database => {
      const { id } = await database.run({ as: 'platform' }, db =>
        anyTable(db).insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow(),
      )
      const tenantId = String(id)
      if (fill) await database.run({ as: 'tenant', tenantId }, db => fill(db, tenantId))
      return { tenantIds: new Map([[tenant.slug, tenantId]]), noted: {} }
    },
  }
}

const countUsers = (database: Database): Promise<{ all: number; demo: number }> =>
  database.run({ as: 'platform' }, async trx => {
    const { rows } = await sql<{ all: number; demo: number }>`
      select count(*)::int as all, count(*) filter (where is_demo)::int as demo from users`.execute(trx)
    return rows[0] ?? { all: 0, demo: 0 }
  })

/** Users are written last, so data without users is incomplete. */
const removeUnfinished = async (database: Database, auth: AuthService, { slugs }: Demo): Promise<void> => {
  await database.run({ as: 'platform' }, trx =>
    anyTable(trx).deleteFrom('tenants').where('slug', 'in', slugs()).execute(),
  )
  await auth.deleteDemoAccounts()
}

/** Only for the embedded auth service: a real one must not hold known passwords. */
const create = async (database: Database, auth: AuthService, demo: Demo, log: Log): Promise<void> => {
  const { tenantIds, noted } = await demo.create(database)
  const accounts = await Promise.all(
    demo.people.map(async person => ({
      person,
      authId: await auth.createAccount(person.email, password, { name: person.name }, { isDemo: true }),
    })),
  )
  await database.run({ as: 'platform' }, async trx => {
    const insert = (table: string, values: object) =>
      anyTable(trx).insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()
    for (const { person, authId } of accounts) {
      const { email, name, userType = 'user', roles } = person
      const user = await insert('users', { email, name, userType, authId, isDemo: true })
      for (const [slug, role] of Object.entries(roles))
        await insert('memberships', { tenantId: tenantIds.get(slug), userId: user.id, role })
    }
  })
  log('info', 'demo data created', { tenants: tenantIds.size, accounts: accounts.length, ...noted })
}

const warnOfNetwork = (log: Log): void =>
  log(
    'warn',
    'whoever reaches this server can sign in to the demo accounts by the password in the README: set DEMO=off',
  )

interface Options {
  isOn: boolean
  isExposed?: boolean
  log: Log
}

/**
 * Runs at every start.
 * @param auth null if a Supabase project holds the accounts
 */
export const settleDemo = async (
  database: Database,
  auth: AuthService | null,
  demo: Demo,
  { isOn, isExposed = false, log }: Options,
): Promise<void> => {
  const users = await countUsers(database)
  if (auth && users.all === 0 && !(await auth.hasAccounts())) {
    await removeUnfinished(database, auth, demo)
    if (!isOn) return
    await create(database, auth, demo, log)
    if (isExposed) warnOfNetwork(log)
    return
  }
  if (users.demo === 0) return
  if (auth && isOn && isExposed) warnOfNetwork(log)
  if (!(auth && isOn))
    log('warn', 'demo accounts exist; they are refused while the demo is off (DEMO)', { accounts: users.demo })
}
