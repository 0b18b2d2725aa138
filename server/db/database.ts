import type { CompiledQuery, Transaction as KyselyTransaction } from 'kysely'
import type { Actor } from './connection'
import type { KnownTables } from './rowTypes'
import { type DatabaseOptions, openServer, type Server } from './server'
import { Transactions } from './transactions'

export type { Actor, DatabaseOptions }

/**
 * Kysely in an open transaction. Names are camelCase here and snake_case in SQL, except for keys inside JSON. Instants
 * are ISO 8601 in UTC with milliseconds, dates `YYYY-MM-DD`, times `HH:mm`; int8 and numeric are numbers, JSON is
 * parsed. Write a JSON value as text: `JSON.stringify(value)`.
 */
export type Transaction = KyselyTransaction<KnownTables>

/** A query by another actor, sent with the transaction's first statement. */
export interface Check {
  as: Actor
  query: CompiledQuery
  /** @throws the error of the whole transaction */
  verify: (rows: readonly object[]) => void
}

export interface RunOptions<T = unknown> {
  /** Retries after a serialization failure or a deadlock (40001, 40P01). */
  retry?: boolean
  /** `work` runs exactly one statement, sent with the commit. */
  single?: boolean
  last?: (trx: Transaction, result: T) => Promise<void>
  check?: Check
  /** Sent with the commit. If it fails, nothing is committed. */
  lastCheck?: () => CompiledQuery | null
  /** Planned for its values, on one processor, for statements over very many rows. */
  large?: boolean
  /** All statements see the rows of one moment; for reads only. */
  moment?: boolean
  /** Enforced by the database. `run` does not wait for the transaction to end. */
  readOnly?: boolean
}

/** The only way to a transaction, on either kind of database. */
export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Runs `work` in one transaction as `actor`, never inside another `work`. Database errors are pg's `DatabaseError`.
   * @throws if an id of the actor is not a UUID, or a statement would leave the actor's role or transaction
   */
  run<T>(actor: Actor, work: (trx: Transaction) => Promise<T>, options?: RunOptions<T>): Promise<T>
  /** Runs one process at a time under this name. `work` opens its own transactions. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Rejects while a connection is silent. */
  ping(): Promise<void>
  /**
   * A null payload means that notifications may be lost, after a broken connection. @returns a function that ends it
   */
  listen(channel: string, handler: (payload: string | null) => void): Promise<() => Promise<void>>
  readonly connections: { open: number; idle: number; waiting: number }
  migrations(): Promise<string[]>
  /** Shortens the wait for an unreachable server while the process stops. */
  hurry(): void
  close(): Promise<void>
}

/** Never pass on the server itself: only this makes transactions act for an actor. */
export const databaseOn = (server: Server): Database => {
  const { kind, pool, notifications, silence, lent } = server
  const transactions = new Transactions(pool, { only: kind === 'embedded', lent })
  return {
    kind,
    run: transactions.run,
    alone: server.alone,
    // While calls wait for a connection, any commit proves that the database answers.
    ping: async () => {
      await transactions.orNextCommit(pool.query('select 1').then(() => {}))
      if (silence?.isSilent) throw new Error('The database leaves connections unanswered.')
    },
    listen: (channel, handler) => notifications.listen(channel, handler),
    migrations: async () => {
      const { rows } = await pool.query<{ name: string }>('select name from migrations')
      return rows.map(({ name }) => name)
    },
    get connections() {
      return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    hurry: () => silence?.hurry(),
    close: async () => {
      await transactions.close()
      await server.stop()
    },
  }
}

/**
 * Also migrates.
 * @throws if another process uses the data folder, a server cannot be reached or is too old, or a migration fails
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => databaseOn(await openServer(options))
