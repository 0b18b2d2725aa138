import type { CompiledQuery, Transaction as KyselyTransaction } from 'kysely'
import type { Actor } from './actor'
import { type DatabaseOptions, openServer, type Server } from './server'
import { Transactions } from './transactions'

export type { Actor, DatabaseOptions }

/**
 * Rows by table. The product adds its declared tables (server/product.ts), so that a query for an unknown field of one is
 * a type error. Generic code and migrations use tables unknown here, whose rows are untyped.
 */
export interface Tables {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  [table: string]: any
}

/**
 * One open transaction, acting for one actor. Names are camelCase here and snake_case in SQL; keys inside JSON stay as
 * they are. Values are the same on both kinds of database: instants ISO 8601 in UTC with milliseconds, dates
 * `YYYY-MM-DD`, times `HH:mm`, int8 and numeric as numbers, JSON parsed. A JSON value is written as text:
 * `JSON.stringify(value)`.
 */
export type Transaction = KyselyTransaction<Tables>

/** A question before a transaction's work, for another actor. It travels with the first statement. */
export interface Check {
  as: Actor
  query: CompiledQuery
  /** Told of the answer's rows. @throws what the transaction then fails with, before it writes or resolves */
  judge: (rows: readonly object[]) => void
}

export interface RunOptions<T = unknown> {
  /** Runs `work` again after a serialization failure or a deadlock (40001, 40P01). */
  retry?: boolean
  /** Promises that `work` runs exactly one statement; the commit is sent in the same round trip. */
  single?: boolean
  /**
   * Writes after `work`, with at most one statement; the commit is sent in the same round trip.
   */
  last?: (trx: Transaction, result: T) => Promise<void>
  check?: Check
  /** Asked right before the commit, in the same round trip: where it fails, nothing is committed. */
  lastCheck?: () => CompiledQuery | null
  /** Promises that `work` writes nothing: the database sees to that, and nobody waits for the end of the transaction. */
  readOnly?: boolean
}

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Runs `work` in one transaction as `actor`: committed when it resolves, rolled back when it rejects. The database's
   * errors are pg's `DatabaseError`, with `code`, `constraint`, `table` and `column`. Not to be called inside `work`.
   * @throws when an id of the actor is not a UUID, or a statement of `work` would leave the actor's role or transaction
   */
  run<T>(actor: Actor, work: (trx: Transaction) => Promise<T>, options?: RunOptions<T>): Promise<T>
  /**
   * The connection of the job library, which has a schema of its own. It acts for nobody: nothing else may use it. Several
   * statements without values are run as one; the result is that of the last.
   */
  readonly jobs: { executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }> }
  /** Resolves when the database answers, and leaves nobody waiting on a connection that fell silent. */
  ping(): Promise<void>
  /**
   * Calls `handler` with the payload of every NOTIFY on `channel`, until the returned function is called. The payload is
   * null when the connection was lost and some may have been missed.
   */
  listen(channel: string, handler: (payload: string | null) => void): Promise<() => Promise<void>>
  /** Waits no longer for a server that cannot be reached: the process stops. */
  hurry(): void
  /** Waits for running transactions, then closes. */
  close(): Promise<void>
}

/** Wraps a server so that every transaction acts for an actor. Never pass on the server itself. */
export const databaseOn = (server: Server): Database => {
  const { kind, pool, notifications, silence } = server
  const transactions = new Transactions(pool, { only: kind === 'embedded' })
  return {
    kind,
    run: (actor, work, options) => transactions.run(actor, work, options),
    jobs: {
      executeSql: async (text, values = []) => {
        const answers = await (values.length > 0 ? pool.query(text, [...values]) : pool.query(text))
        return Array.isArray(answers) ? answers.at(-1) : answers
      },
    },
    // While many wait for a connection, any commit proves that the database answers.
    ping: async () => {
      await transactions.orNextCommit(pool.query('select 1').then(() => {}))
      if (silence?.isSilent) throw new Error('The database leaves connections unanswered.')
    },
    listen: (channel, handler) => notifications.listen(channel, handler),
    hurry: () => silence?.hurry(),
    close: async () => {
      await transactions.close()
      await server.stop()
    },
  }
}

/**
 * Opens the database and brings it up to date.
 * @throws when the data folder is in use by another process, when a server cannot be reached or is too old, or when a
 *   migration fails
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => databaseOn(await openServer(options))
