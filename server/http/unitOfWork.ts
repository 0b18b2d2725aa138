import type { CompiledQuery } from 'kysely'
import type { AuditActor } from '../../src/contract'
import { type AuditEvent, type AuditOrigin, systemOrigin } from '../audit/auditEntry'
import { auditEventOf, auditSql, type Forgotten, forgetRecords, writeAuditLog } from '../audit/auditLog'
import type { Change } from '../audit/change'
import type { Actor, Database, RunOptions, Transaction } from '../db/database'
import type { Events, ToldEvent } from '../events/events'
import { eventsIn, type Following, forgetInEvents, writeEvents } from '../events/events'
import { pauses } from '../inSlices'
import { type Alarm, noAlarm } from '../jobs/jobs'
import { counter } from '../metrics'
import { applyToAccounts, type NewAccounts } from './directory/applyToAccounts'
import type { UserDirectory } from './directory/userDirectory'
import { type Caller, callerId, callerName, type MemberCaller } from './identity/caller'
import { recheckOf } from './identity/recheck'
import type { Rehearsal } from './rehearsal'

const eventsTold = counter('slotwise_events_total', 'Events that were told, by type.')

/** A transaction that writes, and its consequences. `now` is in epoch milliseconds. */
export interface UnitOfWork {
  db: Transaction
  caller: Caller
  changes: Change[]
  actions: AuditEvent[]
  events: ToldEvent[]
  due: Set<string>
  now: number
  forgotten: Forgotten[]
  reason: string | null
  via: string | null
  accounts: NewAccounts
  sent: Promise<unknown>[]
  rehearsal: Pick<Rehearsal, 'earlier' | 'keep'> | null
  /** The first run failed in the database (`RunOptions.retry`). */
  isSecondRun: boolean
  /** Consequences of the whole request, run once, before the log is written. */
  atEnd: (() => Promise<void>)[]
  /** Writes logs and events so far, for work on very many records. */
  writeSoFar: () => Promise<void>
  /** Forgets what `forgotten` names so far, so that what is logged at the end stays readable. */
  forgetSoFar: () => Promise<void>
}

/** A product's consequences of events, such as mails: SQL within the statement that writes the events. */
export type Follow = (events: readonly ToldEvent[], unit: UnitOfWork) => Following[]

/** Sends a statement. The unit waits for it at its end, and fails with it. */
export const sendIn = ({ db, sent }: Pick<UnitOfWork, 'db' | 'sent'>, query: CompiledQuery): void => {
  const sending = db.executeQuery(query)
  // Awaited only later.
  sending.catch(() => {})
  sent.push(sending)
}

/** Throws the error of the first failed statement in `sent`, which made all later ones fail. */
export const orWhySentFailed = async <T>({ sent }: Pick<UnitOfWork, 'sent'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await Promise.all(sent)
    throw error
  }
}

/** Runs `work` in the same transaction and logs it as the system's, with `reason` as the cause. */
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

const concernsAccounts = ({ resource, before, after }: Change): boolean => {
  if (resource.name !== 'users') return false
  if (!before || !after) return true
  return before.email !== after.email || before.isActive !== after.isActive
}

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
  /** Read at the end, since a visitor may become a customer meanwhile. */
  origin: () => AuditOrigin
  events: Events
  follow: Follow | null
  alarm: Alarm
  now: number
  large?: RunOptions['large']
}

export const actorIn = (caller: Caller): AuditActor =>
  caller.visitor
    ? { type: 'customer', id: caller.visitor.id, name: caller.visitor.name }
    : { type: caller.key ? 'api_key' : 'user', id: callerId(caller), name: callerName(caller) }

const many = 100

const writeLog = async (
  db: Transaction,
  unit: UnitOfWork,
  { origin: originOf, events, follow }: Pick<Options, 'origin' | 'events' | 'follow'>,
): Promise<readonly ToldEvent[]> => {
  const origin = originOf()
  const told: ToldEvent[] = []
  const entries: AuditEvent[] = []
  const pause = unit.changes.length > many ? pauses() : null
  for (const change of unit.changes) {
    told.push(...eventsIn(events, change, unit.via))
    const entry = auditEventOf(change)
    if (entry) entries.push(entry)
    if (pause) await pause()
  }
  told.push(...unit.events)
  entries.push(...unit.actions)
  if (told.length === 0) {
    await writeAuditLog(db, origin, entries, unit)
    return told
  }
  const rest = { logged: auditSql(origin, entries, unit), following: follow?.(told, unit) ?? [] }
  for (const queue of await writeEvents(db, origin, told, rest)) unit.due.add(queue)
  return told
}

interface SystemServices {
  database: Database
  /** Epoch milliseconds. */
  now: () => number
  events?: Events
  follow?: Follow | null
  alarm?: Alarm
}

/**
 * Runs `work` in a transaction of the caller's tenant and logs it as the system's.
 * @param caller of `systemCaller`
 */
export const runSystemWork = <T>(
  { database, now, events = null, follow = null, alarm = noAlarm }: SystemServices,
  caller: MemberCaller,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> => {
  const actor = { as: 'tenant', tenantId: caller.tenant.id } as const
  const own = { database, caller, now: now(), events, follow, alarm }
  return runUnitOfWork({ ...own, actor, users: null, origin: () => systemOrigin }, work)
}

/**
 * Runs `work` in one transaction and logs it. If accounts must change, it rolls back, calls the auth service, and runs
 * `work` again, so no transaction waits for another service.
 */
export const runUnitOfWork = async <T>(options: Options, work: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
  const { database, users, actor, caller, now, large = false } = options
  const attempt = async (accounts: NewAccounts, { isRehearsal = false } = {}): Promise<T> => {
    let runs = 0
    let changes: readonly Change[] = []
    let told: string[] = []
    const log = async (db: Transaction, unit: UnitOfWork) => {
      for (const { type } of await writeLog(db, unit, options)) told.push(type)
    }
    const write = async (db: Transaction, unit: UnitOfWork) => {
      await Promise.all([...unit.sent, log(db, unit)])
    }
    const { result, written } = await database.run(
      actor,
      async db => {
        const unit: UnitOfWork = {
          ...{
            db,
            caller,
            now,
            accounts,
            isSecondRun: runs++ > 0,
            reason: null,
            via: null,
            due: new Set(),
            rehearsal: null,
          },
          ...{ changes: [], actions: [], events: [], forgotten: [], sent: [], atEnd: [] },
          writeSoFar: async () => {
            await log(db, unit)
            for (const noted of [unit.changes, unit.actions, unit.events]) noted.length = 0
          },
          forgetSoFar: async () => {
            const forgotten = unit.forgotten.splice(0)
            await forgetRecords(db, forgotten)
            if (options.events)
              await forgetInEvents(
                db,
                forgotten.flatMap(({ ids }) => ids),
              )
          },
        }
        changes = unit.changes
        told = []
        const result = await orWhySentFailed(unit, async () => {
          const result = await work(unit)
          for (let next = unit.atEnd.shift(); next; next = unit.atEnd.shift()) await next()
          return result
        })
        if (isRehearsal && unit.changes.some(concernsAccounts)) {
          await Promise.all(unit.sent)
          throw new AccountsFirst(unit.changes)
        }
        const mustForget = unit.forgotten.length > 0
        if (mustForget) {
          await write(db, unit)
          await unit.forgetSoFar()
        }
        return { result, written: unit, unit: mustForget ? null : unit }
      },
      {
        ...{ retry: true, large },
        last: async (db, { unit }) => void (unit && (await write(db, unit))),
        // The embedded database runs one transaction at a time, so no write waits for a lock.
        ...(database.kind === 'postgres' && 'userId' in actor && { lastCheck: () => recheckOf(caller, changes) }),
      },
    )
    for (const type of told) eventsTold.add({ type })
    const tenantId = caller.tenant?.id
    if (tenantId) for (const queue of written.due) options.alarm.wake(queue, tenantId)
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
