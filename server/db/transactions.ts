import { AsyncLocalStorage } from 'node:async_hooks'
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely'
import type pg from 'pg'
import { type Actor, actAs, refuseEscape } from './actor'
import { batchWrites } from './batchWrites'
import type { Check, RunOptions, Tables, Transaction } from './database'
import { sqlOn } from './naming'

/** Per connection. */
const mostNames = 500

const runs = new Map<string, number>()
const names = new Map<string, string>()

/** Planning a long statement costs far more than running it. */
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

/** A change of a table breaks a connection's prepared plans. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')

class ActorConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #opening: Promise<void>
  /** Its transaction could not be closed, or its plans are outdated. */
  #isBroken = false
  #isOver = false
  /** A statement waits for the transaction to open: later ones must not overtake it. */
  #isInTurn = false
  /** Its writes must wait for a check. */
  readonly #isChecked: boolean
  readonly #lastCheck: (() => CompiledQuery | null) | undefined
  #checked: Promise<unknown> | undefined
  #closing: Promise<pg.QueryResult> | undefined

  constructor(
    client: pg.PoolClient,
    acting: string,
    { check, lastCheck, readOnly }: Pick<RunOptions, 'check' | 'lastCheck'> & { readOnly: boolean },
  ) {
    this.#client = client
    this.#lastCheck = lastCheck
    const begin = readOnly ? 'begin read only' : 'begin'
    this.#isChecked = check !== undefined && !readOnly
    // Not awaited: the first statement travels in the same packet.
    batchWrites(client)
    this.#opening = check ? this.#openAfter(begin, check, acting) : this.#open(`${begin}; ${acting}`)
    this.#opening.catch(() => {})
  }

  get opened(): Promise<void> {
    return this.#opening
  }

  async #open(statements: string): Promise<void> {
    try {
      await this.#client.query(statements)
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  async #openAfter(begin: string, { as, query, judge }: Check, acting: string): Promise<void> {
    const begun = this.#open(`${begin}; ${actAs(as)}`)
    const asked = this.#ask(query)
    const opened = this.#open(acting)
    const [beginning, answer, opening] = await Promise.allSettled([begun, asked, opened])
    for (const step of [beginning, answer, opening]) if (step.status === 'rejected') throw step.reason
    if (answer.status === 'fulfilled') judge(answer.value.rows)
  }

  #ask<Row extends pg.QueryResultRow>({ sql, parameters }: CompiledQuery): Promise<pg.QueryResult<Row>> {
    // The extended protocol accepts a single statement, whatever the text contains.
    const query = { name: nameOf(sql), text: sql, values: [...parameters], queryMode: 'extended' }
    return this.#client.query<Row>(query).catch(error => {
      if (isOutdatedPlan(error)) this.#isBroken = true
      throw error
    })
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#run(query, { isLast: false })
  }

  /** Sends the commit with the next statement. */
  get closing(): DatabaseConnection {
    return { executeQuery: query => this.#run(query, { isLast: true }), streamQuery: this.streamQuery }
  }

  async #run<Row>(query: CompiledQuery, { isLast }: { isLast: boolean }): Promise<QueryResult<Row>> {
    refuseEscape(query.sql)
    if (this.#isOver) throw new Error('This transaction has ended.')
    // Writes, and a statement with an unchecked commit, wait until the transaction is open. Reads go ahead; a
    // failed opening discards them below.
    this.#isInTurn ||= !/^\s*select\b/i.test(query.sql) || (isLast && this.#isChecked)
    if (this.#isInTurn) await this.#opening
    // The work may have failed meanwhile.
    if (this.#isOver) throw new Error('This transaction has ended.')
    batchWrites(this.#client)
    const asking = this.#ask<Row & pg.QueryResultRow>(query)
    asking.catch(() => {})
    if (isLast) this.#close()
    // If opening failed, its error is the cause of the statement's.
    await this.#opening
    const { rows, rowCount } = await asking
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page through the rows instead.')
  }

  #close(): Promise<pg.QueryResult> {
    this.#isOver = true
    const asked = this.#lastCheck?.()
    if (asked) {
      batchWrites(this.#client)
      this.#checked = this.#ask(asked).catch(error => {
        // An earlier failure is the cause.
        if (!(error instanceof Error && 'code' in error && error.code === '25P02')) throw error
      })
      this.#checked.catch(() => {})
    }
    this.#closing = this.#client.query('commit')
    // Nothing awaits it if the preceding statement fails.
    this.#closing.catch(() => {})
    return this.#closing
  }

  async commit() {
    const [{ command }] = await Promise.all([this.#closing ?? this.#close(), this.#opening])
    if (command !== 'COMMIT') await this.#checked
    // PostgreSQL answers a commit after a failed statement with a rollback, not an error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a statement in it had failed, and the error was swallowed.')
  }

  release() {
    this.#client.release(this.#isBroken)
  }

  async rollback() {
    this.#isOver = true
    // A commit in flight is answered first. The original error matters more than the rollback's.
    await this.#client.query('rollback').catch(() => {
      this.#isBroken = true
    })
  }
}

/** Statements sent together do not wait for each other. */
class ActorDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
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

const queriesOn = (connection: DatabaseConnection): Transaction =>
  new Kysely<Tables>(sqlOn(() => new ActorDriver(connection))) as unknown as Transaction

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

export class Transactions {
  readonly #pool: pg.Pool
  /** The run in progress. Tracking every promise costs a twelfth of the process's time. */
  readonly #current: AsyncLocalStorage<{ isOpen: boolean }> | null
  readonly #running = new Set<Promise<unknown>>()
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  /** @param only the pool has a single connection: a nested run must throw instead of waiting forever */
  constructor(pool: pg.Pool, { only }: { only: boolean }) {
    this.#pool = pool
    this.#current = only ? new AsyncLocalStorage() : null
  }

  async run<T>(actor: Actor, work: (trx: Transaction) => Promise<T>, options: RunOptions<T> = {}): Promise<T> {
    if (this.#isClosed) throw new Error('The database is closed.')
    if (this.#current?.getStore()?.isOpen) throw new Error('run() was called inside the work of another run().')
    const acting = actAs(actor)
    const running = this.#attempt(acting, work, options).catch(error => {
      if (options.retry && isTransient(error)) return this.#attempt(acting, work, options)
      throw error
    })
    return this.#track(running)
  }

  /** The next commit resolves it early. */
  orNextCommit(answer: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve)
      answer.then(resolve, reject).finally(() => this.#waiting.delete(resolve))
    })
  }

  async close() {
    this.#isClosed = true
    await Promise.allSettled(this.#running)
    this.#current?.disable()
  }

  async #attempt<T>(
    acting: string,
    work: (trx: Transaction) => Promise<T>,
    { single = false, last, check, lastCheck, readOnly = false }: RunOptions<T>,
  ): Promise<T> {
    const connection = new ActorConnection(await this.#pool.connect(), acting, { check, lastCheck, readOnly })
    const scope = { isOpen: true }
    const inside = <R>(part: () => R): R => (this.#current ? this.#current.run(scope, part) : part())
    let result: T
    try {
      result = await inside(() => work(queriesOn(single ? connection.closing : connection)))
      if (last) await inside(() => last(queriesOn(connection.closing), result))
      await connection.opened
    } catch (error) {
      await connection.rollback()
      connection.release()
      throw error
    } finally {
      scope.isOpen = false
    }
    const committed = this.#commit(connection)
    if (readOnly) this.#track(committed.catch(() => {}))
    else await committed
    return result
  }

  async #commit(connection: ActorConnection): Promise<void> {
    try {
      await connection.commit()
      for (const resolve of this.#waiting) resolve()
    } catch (error) {
      await connection.rollback()
      throw error
    } finally {
      connection.release()
    }
  }

  #track<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }
}
