import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { type Actor, beginAs, refuseEscape } from './actor'
import type { RunOptions, Tables, Transaction } from './database'
import type { PreparedQuery } from './prepared'

class ActorConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** Its transaction could not be closed: it must not be used again. */
  isBroken = false

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  async executeQuery<Row>({ sql, parameters, statementName }: PreparedQuery): Promise<QueryResult<Row>> {
    refuseEscape(sql)
    // The extended protocol takes one statement only, whatever the text holds.
    const name = statementName && { name: statementName }
    const query = { text: sql, values: [...parameters], queryMode: 'extended', ...name }
    const { rows, rowCount } = await this.client.query<Row & pg.QueryResultRow>(query)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page through the rows instead.')
  }
}

class ActorDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #begin: string

  constructor(pool: pg.Pool, begin: string) {
    this.#pool = pool
    this.#begin = begin
  }

  async init() {}
  async destroy() {}

  async acquireConnection() {
    return new ActorConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: ActorConnection) {
    try {
      await connection.client.query(this.#begin)
    } catch (error) {
      connection.isBroken = true
      throw error
    }
  }

  async commitTransaction(connection: ActorConnection) {
    const { command } = await connection.client.query('commit')
    // PostgreSQL answers a commit after a failed statement by rolling back, without an error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a statement in it had failed, and the error was swallowed.')
  }

  async rollbackTransaction(connection: ActorConnection) {
    // The error that led here matters more than one of the rollback.
    await connection.client.query('rollback').catch(() => {
      connection.isBroken = true
    })
  }

  async releaseConnection({ client, isBroken }: ActorConnection) {
    client.release(isBroken)
  }
}

const actorDialect = (pool: pg.Pool, begin: string): Dialect => ({
  createDriver: () => new ActorDriver(pool, begin),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: db => new PostgresIntrospector(db),
})

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/** Runs transactions of actors on a pool, and knows when all of them have ended. */
export class Transactions {
  readonly #pool: pg.Pool
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean }>()
  readonly #running = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async run<T>(actor: Actor, work: (trx: Transaction) => Promise<T>, { retry = false }: RunOptions = {}): Promise<T> {
    if (this.#isClosed) throw new Error('The database is closed.')
    // One inside another would wait for a connection that the outer one holds: forever, on the embedded database.
    if (this.#current.getStore()?.isOpen) throw new Error('run() was called inside the work of another run().')
    const dialect = actorDialect(this.#pool, beginAs(actor))
    const running = this.#attempt(dialect, work).catch(error => {
      if (retry && isTransient(error)) return this.#attempt(dialect, work)
      throw error
    })
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** Refuses new transactions and waits for the running ones. */
  async close() {
    this.#isClosed = true
    await Promise.allSettled(this.#running)
  }

  #attempt<T>(dialect: Dialect, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const scope = { isOpen: true }
    return this.#current
      .run(scope, () => new Kysely<Tables>({ dialect, plugins }).transaction().execute(work))
      .finally(() => {
        scope.isOpen = false
      })
  }
}
