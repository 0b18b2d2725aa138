import { sql } from 'kysely'
import type { AuthService, Database, Log } from '../serve'
import { businessesOn } from './businesses'
import { createDemoData } from './createDemoData'

interface Options {
  isOn: boolean
  isExposed?: boolean
  log: Log
}

const countUsers = (database: Database): Promise<{ all: number; demo: number }> =>
  database.run({ as: 'platform' }, async trx => {
    const { rows } = await sql<{ all: number; demo: number }>`
      select count(*)::int as all, count(*) filter (where is_demo)::int as demo from users`.execute(trx)
    return rows[0] ?? { all: 0, demo: 0 }
  })

/** Users are written last, so data without users is incomplete. */
const removeUnfinished = async (database: Database, auth: AuthService): Promise<void> => {
  const slugs = businessesOn(new Date().toISOString().slice(0, 10)).map(({ tenant }) => tenant.slug)
  await database.run({ as: 'platform' }, trx => trx.deleteFrom('tenants').where('slug', 'in', slugs).execute())
  await auth.deleteDemoAccounts()
}

const warnOfNetwork = (log: Log): void =>
  log(
    'warn',
    'whoever reaches this server can sign in to the demo accounts by the password in the README: set DEMO=off',
  )

/**
 * Runs at every start. Also warns of demo accounts that are refused, or open to a network.
 * @param auth null where a Supabase project holds the accounts
 */
export const settleDemo = async (
  database: Database,
  auth: AuthService | null,
  { isOn, isExposed = false, log }: Options,
): Promise<void> => {
  const users = await countUsers(database)
  if (auth && users.all === 0 && !(await auth.hasAccounts())) {
    await removeUnfinished(database, auth)
    if (!isOn) return
    await createDemoData(database, auth, log)
    if (isExposed) warnOfNetwork(log)
    return
  }
  if (users.demo === 0) return
  if (auth && isOn && isExposed) warnOfNetwork(log)
  if (!(auth && isOn))
    log('warn', 'demo accounts exist; they are refused while the demo is off (DEMO)', { accounts: users.demo })
}
