import type { CompiledQuery } from 'kysely'
import type { AuditActor } from '../../src/contract'
import { type AuditEvent, type AuditOrigin, systemOrigin } from '../audit/auditEntry'
import { auditEventOf } from '../audit/auditEvents'
import type { Change } from '../audit/change'
import { auditSql, type Forgotten, forgetRecords, writeAuditLog } from '../audit/writeAuditLog'
import type { Actor, Database, Transaction } from '../db/database'
import { eventsIn } from '../events/eventsIn'
import { forgetInEvents } from '../events/forgetInEvents'
import type { Events, ToldEvent } from '../events/toldEvent'
import { type Following, writeEvents } from '../events/writeEvents'
import type { Alarm } from '../jobs/jobs'
import { applyToAccounts, concernsAccounts, type NewAccounts } from './directory/applyToAccounts'
import type { UserDirectory } from './directory/userDirectory'
import { type Caller, callerId, callerName } from './identity/caller'
import { lastJudgement } from './identity/lastJudgement'

export interface UnitOfWork {
  db: Transaction
  caller: Caller
  changes: Change[]
  /** Added by `crud/audit/noteAction.ts`. */
  actions: AuditEvent[]
  /** Added by `crud/events/noteEvent.ts`. */
  events: ToldEvent[]
  /** Queues to wake after the commit. */
  due: Set<string>
  now: number
  /** Records of people whose log entries and events are erased. */
  forgotten: Forgotten[]
  /** Logged with everything that the request does. */
  reason: string | null
  via: string | null
  accounts: NewAccounts
  /** Statements awaited only at the end; added by `sendIn`. */
  sent: Promise<unknown>[]
  /** The database refused the first run (`RunOptions.retry`). */
  isSecondRun: boolean
  /** Consequences of the whole request. They run once, before the log is written. */
  atEnd: (() => Promise<void>)[]
}

export type Follow = (events: readonly ToldEvent[], unit: UnitOfWork) => Following[]

type Beginning = Pick<UnitOfWork, 'db' | 'caller' | 'now' | 'accounts' | 'isSecondRun'>

const beginUnit = (beginning: Beginning): UnitOfWork => ({
  ...beginning,
  ...{
    changes: [],
    actions: [],
    events: [],
    forgotten: [],
    sent: [],
    atEnd: [],
    due: new Set<string>(),
    reason: null,
    via: null,
  },
})

/** The unit's end waits for the statement and fails with it. */
export const sendIn = ({ db, sent }: Pick<UnitOfWork, 'db' | 'sent'>, query: CompiledQuery): void => {
  const sending = db.executeQuery(query)
  // Avoids an unhandled rejection before that.
  sending.catch(() => {})
  sent.push(sending)
}

/** @throws the error of the first failed statement in `sent`, because it makes all later ones fail, too */
export const orWhySentFailed = async <T>({ sent }: Pick<UnitOfWork, 'sent'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await Promise.all(sent)
    throw error
  }
}

const runWork = <T>(unit: UnitOfWork, work: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  orWhySentFailed(unit, async () => {
    const { atEnd } = unit
    const result = await work(unit)
    for (let next = atEnd.shift(); next; next = atEnd.shift()) await next()
    return result
  })

/**
 * Logs `work` as the system's.
 * @param reason what it follows from
 */
export const asSystem = async <T>(
  unit: UnitOfWork,
  reason: string | null,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> => {
  const own: UnitOfWork = { ...unit, changes: [], actions: [], events: [], reason: null, via: null }
  const result = await work(own)
  const bySystem = { reason }
  unit.changes.push(...own.changes.map(change => ({ ...change, bySystem })))
  unit.actions.push(...own.actions.map(event => ({ ...event, bySystem })))
  unit.events.push(...own.events.map(event => ({ ...event, bySystem: true })))
  return result
}

/** Rolls a rehearsal back. */
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
  events: Events
  follow: Follow | null
  alarm: Alarm
  now: number
  from: Pick<AuditOrigin, 'ip' | 'requestId'>
}

export const actorIn = (caller: Caller): AuditActor =>
  caller.visitor
    ? { type: 'customer', id: caller.visitor.id, name: caller.visitor.name }
    : { type: caller.key ? 'api_key' : 'user', id: callerId(caller), name: callerName(caller) }

const originOf = ({ caller, from }: Options): AuditOrigin => ({ actor: actorIn(caller), ...from })

const entriesOf = ({ changes, actions }: UnitOfWork): AuditEvent[] => [
  ...changes.flatMap(change => auditEventOf(change) ?? []),
  ...actions,
]

const writeLog = async (
  db: Transaction,
  unit: UnitOfWork,
  origin: AuditOrigin,
  { events, follow }: Pick<Options, 'events' | 'follow'>,
): Promise<void> => {
  const { via } = unit
  const ofRecords = unit.changes.flatMap(change =>
    change.bySystem
      ? eventsIn(events, change, null).map(event => ({ ...event, bySystem: true }))
      : eventsIn(events, change, via),
  )
  const told = [...ofRecords, ...unit.events]
  const entries = entriesOf(unit)
  if (told.length === 0) return writeAuditLog(db, origin, entries, unit)
  const rest = { logged: auditSql(origin, entries, unit), following: follow?.(told, unit) ?? [] }
  for (const queue of await writeEvents(db, origin, told, rest)) unit.due.add(queue)
}

const log = async (
  db: Transaction,
  unit: UnitOfWork,
  origin: AuditOrigin,
  options: Pick<Options, 'events' | 'follow'>,
): Promise<void> => {
  await Promise.all([...unit.sent, writeLog(db, unit, origin, options)])
}

const wake = (alarm: Alarm, { due, caller }: UnitOfWork): void => {
  const { tenant } = caller ?? {}
  if (tenant) for (const queue of due) alarm.wake(queue, tenant.id)
}

/** `caller` is a stand-in: the log names the system. */
export const runSystemWork = async <T>(
  {
    database,
    actor,
    caller,
    events,
    follow,
    alarm,
    now,
  }: Pick<Options, 'database' | 'actor' | 'caller' | 'events' | 'follow' | 'alarm' | 'now'>,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> => {
  let runs = 0
  const { result, unit } = await database.run(
    actor,
    async db => {
      const unit = beginUnit({ db, caller, now, accounts: new Map(), isSecondRun: runs++ > 0 })
      const result = await runWork(unit, work)
      await log(db, unit, systemOrigin, { events, follow })
      return { result, unit }
    },
    { retry: true },
  )
  wake(alarm, unit)
  return result
}

/**
 * Runs `work` in one transaction and logs it. If accounts must change, the first run is rolled back as a rehearsal,
 * the auth service is called, and `work` runs again. So a refusal by either side leaves both unchanged, and no
 * transaction waits for another service.
 */
export const runUnitOfWork = async <T>(options: Options, work: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
  const { database, users, actor, caller } = options
  const write = (db: Transaction, unit: UnitOfWork) => log(db, unit, originOf(options), options)
  const attempt = async (accounts: NewAccounts, { isRehearsal = false } = {}): Promise<T> => {
    let runs = 0
    let changes: readonly Change[] = []
    const { result, written } = await database.run(
      actor,
      async db => {
        const unit = beginUnit({ db, caller, now: options.now, accounts, isSecondRun: runs++ > 0 })
        changes = unit.changes
        const result = await runWork(unit, work)
        if (isRehearsal && unit.changes.some(concernsAccounts)) {
          await Promise.all(unit.sent)
          throw new AccountsFirst(unit.changes)
        }
        const mustForget = unit.forgotten.length > 0
        if (mustForget) {
          await write(db, unit)
          await forgetRecords(db, unit.forgotten)
          if (options.events)
            await forgetInEvents(
              db,
              unit.forgotten.flatMap(({ ids }) => ids),
            )
        }
        return { result, written: unit, unit: mustForget ? null : unit }
      },
      {
        retry: true,
        last: async (db, { unit }) => void (unit && (await write(db, unit))),
        // The embedded database runs one transaction at a time, so no write waits for a lock.
        ...(database.kind === 'postgres' && 'userId' in actor && { lastCheck: () => lastJudgement(caller, changes) }),
      },
    )
    wake(options.alarm, written)
    return result
  }
  const none: NewAccounts = new Map()
  if (!users) return attempt(none)

  try {
    return await attempt(none, { isRehearsal: true })
  } catch (error) {
    if (!(error instanceof AccountsFirst)) throw error
    const accounts = await applyToAccounts(database, users, error.changes.filter(concernsAccounts))
    return attempt(accounts)
  }
}
