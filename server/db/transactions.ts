import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'
import type pg from 'pg'
import { setBeyond } from './beyondRows'
import { type Actor, ActorConnection, actAs, type Lent } from './connection'
import type { RunOptions, Transaction } from './database'
import { transactionOn } from './sql'

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

const actingOn = (connection: ActorConnection, through: DatabaseConnection = connection): Transaction => {
  const db = transactionOn(through)
  if (connection.beyond) setBeyond(db, transactionOn(connection.beyond))
  return db
}

export class Transactions {
  readonly #pool: pg.Pool
  readonly #lent: Lent | null
  /** Null on a server: tracking every promise costs a twelfth of the process's time. */
  readonly #current: AsyncLocalStorage<{ isOpen: boolean }> | null
  readonly #running = new Set<Promise<unknown>>()
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  /** @param only a single connection: a nested run throws instead of waiting forever */
  constructor(pool: pg.Pool, { only, lent }: { only: boolean; lent: Lent | null }) {
    this.#pool = pool
    this.#lent = lent
    this.#current = only ? new AsyncLocalStorage() : null
  }

  run = async <T>(actor: Actor, work: (trx: Transaction) => Promise<T>, options: RunOptions<T> = {}): Promise<T> => {
    if (this.#isClosed) throw new Error('The database is closed.')
    if (this.#current?.getStore()?.isOpen) throw new Error('run() was called inside the work of another run().')
    const acting = actAs(actor)
    const running = this.#attempt(acting, work, options).catch(error => {
      if (options.retry && isTransient(error)) return this.#attempt(acting, work, options)
      throw error
    })
    return this.#track(running)
  }

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
    { single = false, last, check, lastCheck, readOnly = false, large = false, moment = false }: RunOptions<T>,
  ): Promise<T> {
    const connection = new ActorConnection(await this.#pool.connect(), acting, {
      check,
      lastCheck,
      readOnly,
      large,
      moment,
      lent: this.#lent,
    })
    const scope = { isOpen: true }
    const inside = <R>(part: () => R): R => (this.#current ? this.#current.run(scope, part) : part())
    let result: T
    try {
      result = await inside(() => work(actingOn(connection, single ? connection.closing : connection)))
      if (last) await inside(() => last(actingOn(connection, connection.closing), result))
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
