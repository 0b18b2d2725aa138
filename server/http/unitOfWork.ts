import type { AuditEvent, AuditOrigin } from '../audit/auditEntry'
import { auditEventOf } from '../audit/auditEvents'
import type { Change } from '../audit/change'
import { type Forgotten, forgetRecords, writeAuditLog } from '../audit/writeAuditLog'
import type { Actor, Database, Transaction } from '../db/database'
import { eventsIn } from '../events/eventsIn'
import { forgetInEvents } from '../events/forgetInEvents'
import type { Events, ToldEvent } from '../events/toldEvent'
import { eventsSql } from '../events/writeEvents'
import { applyToAccounts, concernsAccounts, type NewAccounts } from './directory/applyToAccounts'
import type { UserDirectory } from './directory/userDirectory'
import type { Caller } from './identity/caller'

/** One writing transaction, for one caller. */
export interface UnitOfWork {
  db: Transaction
  caller: Caller
  /** Records written so far; only `crud/write.ts` adds to it. */
  changes: Change[]
  /** Other actions for the audit log; only `audit/noteAction.ts` adds to it. */
  actions: AuditEvent[]
  /** Events beside those of the written records; only `crud/events/noteEvent.ts` adds to it. */
  events: ToldEvent[]
  /** The clock, in epoch milliseconds. */
  now: number
  /** Records of people to be forgotten; only `audit/forgetInAuditLog.ts` adds to it. */
  forgotten: Forgotten[]
  /** The request's reason, logged with everything that it does. */
  reason: string | null
  /** The request's declared action, logged with everything that it does. */
  via: string | null
  /** New accounts at the auth service for the users that this writes. */
  accounts: NewAccounts
}

/** Rolls a transaction back, and reports what it would have written. */
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
  /** What is told of written records. */
  events: Events
  /** The clock, in epoch milliseconds. */
  now: number
  /** Where the request came from, for the audit log. */
  from: Pick<AuditOrigin, 'ip' | 'requestId'>
}

const originOf = ({ caller: { userId, name, email }, from }: Options): AuditOrigin => ({
  actor: { type: 'user', id: userId, name: name ?? email },
  ...from,
})

const entriesOf = ({ changes, actions }: UnitOfWork): AuditEvent[] => [
  ...changes.flatMap(change => auditEventOf(change) ?? []),
  ...actions,
]

/**
 * Runs `work` in one transaction, and logs what it did. If it writes users whose accounts must change, the first run is
 * rolled back as a rehearsal, the auth service is called, and `work` runs again for good. A refusal by either side thus
 * leaves both unchanged, and no transaction waits for another service.
 */
export const runUnitOfWork = async <T>(options: Options, work: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
  const { database, users, actor, caller } = options
  const origin = originOf(options)
  const log = (db: Transaction, unit: UnitOfWork) => {
    const { reason, via } = unit
    const told = [...unit.changes.flatMap(change => eventsIn(options.events, change, via)), ...unit.events]
    return writeAuditLog(db, origin, entriesOf(unit), {
      reason,
      via,
      ...(told.length > 0 && { beside: eventsSql(origin, told) }),
    })
  }
  const attempt = async (accounts: NewAccounts, finish: (changes: readonly Change[]) => void): Promise<T> => {
    const { result } = await database.run(
      actor,
      async db => {
        const unit: UnitOfWork = {
          db,
          caller,
          changes: [],
          actions: [],
          events: [],
          now: options.now,
          forgotten: [],
          reason: null,
          via: null,
          accounts,
        }
        const result = await work(unit)
        finish(unit.changes)
        const mustForget = unit.forgotten.length > 0
        if (mustForget) {
          await log(db, unit)
          await forgetRecords(db, unit.forgotten)
          if (options.events)
            await forgetInEvents(
              db,
              unit.forgotten.flatMap(({ ids }) => ids),
            )
        }
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
