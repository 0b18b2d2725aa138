import type { AnyResource } from '../../src/schema'
import type { Actor, Database, Transaction } from '../db/database'
import type { ApiRecord } from './crud/apiRecord'
import { applyToAccounts, concernsAccounts, type NewAccounts } from './directory/applyToAccounts'
import type { UserDirectory } from './directory/userDirectory'
import type { Caller } from './identity/caller'

/** One record that a request wrote: `before` is null for a new one, `after` for a deleted one. */
export interface Change {
  resource: AnyResource
  before: ApiRecord | null
  after: ApiRecord | null
}

/** One writing transaction, for one caller. */
export interface UnitOfWork {
  db: Transaction
  caller: Caller
  /** What was written so far; only `crud/write.ts` adds to it. */
  changes: Change[]
  /** Accounts that were made at the auth service for users whom this writes. */
  accounts: NewAccounts
}

/** Rolls a transaction back, and brings out what it would have done. */
class AccountsFirst extends Error {
  readonly changes: readonly Change[]

  constructor(changes: readonly Change[]) {
    super('The auth service has to be asked before this can be written.')
    this.changes = changes
  }
}

interface Options {
  database: Database
  users: UserDirectory | null
  actor: Actor
  caller: Caller
}

/**
 * Runs `work` in one transaction. When it writes users whose accounts at the auth service must follow, it is rolled back as a
 * rehearsal, the auth service is asked, and it runs again for good: so a refusal of either side leaves both as they were, and
 * no transaction waits for another service.
 */
export const runUnitOfWork = async <T>(
  { database, users, actor, caller }: Options,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> => {
  const attempt = (accounts: NewAccounts, finish: (changes: readonly Change[]) => void) =>
    database.run(
      actor,
      async db => {
        const unit: UnitOfWork = { db, caller, changes: [], accounts }
        const result = await work(unit)
        finish(unit.changes)
        return result
      },
      { retry: true },
    )
  const none: NewAccounts = new Map()
  if (!users) return attempt(none, () => {})

  try {
    return await attempt(none, changes => {
      if (changes.some(concernsAccounts)) throw new AccountsFirst(changes)
    })
  } catch (error) {
    if (!(error instanceof AccountsFirst)) throw error
    const accounts = await applyToAccounts(database, users, error.changes.filter(concernsAccounts))
    return attempt(accounts, () => {})
  }
}
