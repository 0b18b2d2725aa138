import type { AnyResource } from '../../src/schema'
import type { Actor, Database, Transaction } from '../db/database'
import type { AuditEvent, AuditOrigin } from './audit/auditEntry'
import { auditEventOf } from './audit/auditEvents'
import { forgetAll } from './audit/forgetInAuditLog'
import { writeAuditLog } from './audit/writeAuditLog'
import type { ApiRecord } from './crud/apiRecord'
import { applyToAccounts, concernsAccounts, type NewAccounts } from './directory/applyToAccounts'
import type { UserDirectory } from './directory/userDirectory'
import type { Caller } from './identity/caller'

/** One record that a request wrote: `before` is null for a new one, `after` for a deleted one. */
export interface Change {
  resource: AnyResource
  before: ApiRecord | null
  after: ApiRecord | null
  /** What the record is called, where no field of its own says so. */
  label?: string | undefined
  /** What the audit log tells of it beside its declared fields. */
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>> | undefined
}

/** One writing transaction, for one caller. */
export interface UnitOfWork {
  db: Transaction
  caller: Caller
  /** What was written so far; only `crud/write.ts` adds to it. */
  changes: Change[]
  /** What was done beyond that, for the audit log; only `audit/noteAction.ts` adds to it. */
  actions: AuditEvent[]
  /** Records of people who are to be forgotten; only `audit/forgetInAuditLog.ts` adds to it. */
  forgotten: { entityType: string; ids: readonly string[] }[]
  /** Why, as the request says: goes into the audit log with everything that this does. */
  reason: string | null
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
  /** Where the request came from, for the audit log. */
  from: Pick<AuditOrigin, 'ip' | 'requestId'>
}

const originOf = ({ caller: { userId, name, email }, from }: Options): AuditOrigin => ({
  actor: { type: 'user', id: userId, name: name ?? email },
  ...from,
})

const eventsOf = ({ changes, actions }: UnitOfWork): AuditEvent[] => [
  ...changes.flatMap(change => auditEventOf(change) ?? []),
  ...actions,
]

/**
 * Runs `work` in one transaction, and writes into the audit log what it did. When it writes users whose accounts at the auth
 * service must follow, it is rolled back as a rehearsal, the auth service is asked, and it runs again for good: so a refusal of
 * either side leaves both as they were, and no transaction waits for another service.
 */
export const runUnitOfWork = async <T>(options: Options, work: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
  const { database, users, actor, caller } = options
  const log = (db: Transaction, unit: UnitOfWork) => writeAuditLog(db, originOf(options), eventsOf(unit), unit.reason)
  const attempt = async (accounts: NewAccounts, finish: (changes: readonly Change[]) => void): Promise<T> => {
    const { result } = await database.run(
      actor,
      async db => {
        const unit: UnitOfWork = { db, caller, changes: [], actions: [], forgotten: [], reason: null, accounts }
        const result = await work(unit)
        finish(unit.changes)
        const mustForget = unit.forgotten.length > 0
        if (mustForget) await log(db, unit).then(() => forgetAll(unit))
        return { result, unit: mustForget ? null : unit }
      },
      { retry: true, last: async (db, { unit }) => void (unit && (await log(db, unit))) },
    )
    return result
  }
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
