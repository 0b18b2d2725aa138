import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'
import {
  CamelCasePlugin,
  type CompiledQuery,
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

/** How many statements a connection keeps planned. */
const mostNames = 500

/** Statements by how often they ran. */
const runs = new Map<string, number>()
const names = new Map<string, string>()

/**
 * The name of a statement that runs again and again: the connection plans it once, which for a long one costs many times what it
 * costs to run. What is rarely asked stays without.
 */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size === mostNames) return known
  const count = (runs.get(text) ?? 0) + 1
  if (count < 3) {
    if (runs.size > 4 * mostNames) runs.clear()
    runs.set(text, count)
    return undefined
  }
  runs.delete(text)
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** A table was altered, and the plans that this connection keeps no longer fit. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')

/** What is said within one turn goes out as one packet: writing to a socket costs more than what most statements cost to say. */
const sayTogether = (client: pg.PoolClient): void => {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

class ActorConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #opening: Promise<unknown>
  /** Its transaction could not be closed, or its plans are outdated: it must not be used again. */
  isBroken = false
  #isOver = false
  /** The next statement is the last one. */
  isLast = false
  #closing: Promise<pg.QueryResult> | undefined

  /** @param begin statements that open the transaction */
  constructor(client: pg.PoolClient, begin: string) {
    this.client = client
    // Not waited for, so that the first thing that is asked goes with it.
    sayTogether(client)
    this.#opening = client.query(begin)
    this.#opening.catch(() => {
      this.isBroken = true
    })
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    refuseEscape(sql)
    if (this.#isOver) throw new Error('This transaction has ended.')
    // Whatever became of the opening, nothing is written outside of the actor's transaction; what is read there is thrown away below.
    if (!/^\s*select\b/i.test(sql)) await this.#opening
    // The extended protocol takes one statement only, whatever the text holds.
    const query = { name: nameOf(sql), text: sql, values: [...parameters], queryMode: 'extended' }
    sayTogether(this.client)
    try {
      const asking = this.client.query<Row & pg.QueryResultRow>(query)
      if (this.isLast) this.#close()
      const [{ rows, rowCount }] = await Promise.all([asking, this.#opening])
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      if (isOutdatedPlan(error)) this.isBroken = true
      throw error
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page through the rows instead.')
  }

  #close(): Promise<pg.QueryResult> {
    this.#isOver = true
    this.#closing = this.client.query('commit')
    // Not waited for where the statement before it fails.
    this.#closing.catch(() => {})
    return this.#closing
  }

  async commit() {
    const [{ command }] = await Promise.all([this.#closing ?? this.#close(), this.#opening])
    // PostgreSQL answers a commit after a failed statement by rolling back, without an error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a statement in it had failed, and the error was swallowed.')
  }

  async rollback() {
    this.#isOver = true
    // A commit that is on its way has an answer first. The error that led here matters more than one of the rollback.
    await this.client.query('rollback').catch(() => {
      this.isBroken = true
    })
  }
}

/** Every statement goes to the one connection that was opened for the transaction: those sent together do not wait for each other. */
class ActorDriver implements Driver {
  readonly #connection: ActorConnection

  constructor(connection: ActorConnection) {
    this.#connection = connection
  }

  async init() {}
  async destroy() {}
  async releaseConnection() {}

  async acquireConnection() {
    return this.#connection
  }

  beginTransaction(): never {
    throw new Error('Transactions cannot be nested.')
  }

  commitTransaction(): never {
    throw new Error('A transaction ends with its work.')
  }

  rollbackTransaction(): never {
    throw new Error('A transaction ends with its work.')
  }
}

const dialectOn = (connection: ActorConnection): Dialect => ({
  createDriver: () => new ActorDriver(connection),
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
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async run<T>(actor: Actor, work: (trx: Transaction) => Promise<T>, options: RunOptions<T> = {}): Promise<T> {
    if (this.#isClosed) throw new Error('The database is closed.')
    // One inside another would wait for a connection that the outer one holds: forever, on the embedded database.
    if (this.#current.getStore()?.isOpen) throw new Error('run() was called inside the work of another run().')
    const begin = beginAs(actor)
    const running = this.#attempt(begin, work, options).catch(error => {
      if (options.retry && isTransient(error)) return this.#attempt(begin, work, options)
      throw error
    })
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** Settles as `answer` does, or resolves when a transaction is committed before that. */
  orNextCommit(answer: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve)
      answer.then(resolve, reject).finally(() => this.#waiting.delete(resolve))
    })
  }

  /** Refuses new transactions and waits for the running ones. */
  async close() {
    this.#isClosed = true
    await Promise.allSettled(this.#running)
  }

  async #attempt<T>(
    begin: string,
    work: (trx: Transaction) => Promise<T>,
    { single = false, last }: RunOptions<T>,
  ): Promise<T> {
    const connection = new ActorConnection(await this.#pool.connect(), begin)
    connection.isLast = single
    const scope = { isOpen: true }
    const db = new Kysely<Tables>({ dialect: dialectOn(connection), plugins }) as unknown as Transaction
    try {
      const result = await this.#current.run(scope, () => work(db))
      connection.isLast = true
      if (last) await this.#current.run(scope, () => last(db, result))
      await connection.commit()
      for (const resolve of this.#waiting) resolve()
      return result
    } catch (error) {
      await connection.rollback()
      throw error
    } finally {
      scope.isOpen = false
      connection.client.release(connection.isBroken)
    }
  }
}
