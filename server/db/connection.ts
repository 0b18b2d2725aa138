import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { counter } from '../metrics'
import { timeStatement } from '../traces'
import type { Check, RunOptions } from './database'

const statements = counter('slotwise_database_statements_total', 'Statements of transactions.')
statements.begin({})

/** The database role of each actor owns nothing. */
export type Actor =
  | {
      as: 'tenant'
      tenantId: string
      userId?: string
      /** What row rules need to know of the caller (`limitsOf`); null if none applies. */
      limits?: string | null
    }
  | { as: 'platform'; userId?: string }
  | { as: 'auth' }

/** A pooler lends the connection for one transaction and forgets its settings. */
export interface Lent {
  greeting: string
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const setting = (name: string, value: string | undefined): string => {
  if (value === undefined) return ''
  if (!uuidPattern.test(value)) throw new TypeError(`Not a UUID: ${JSON.stringify(value)}`)
  return `; set local ${name} = '${value}'`
}

/** No character can end a string. */
const limitsPattern = /^[\w\-.{}[\]":,]*$/

const limiting = (limits: string): string => {
  if (!limitsPattern.test(limits)) throw new TypeError(`Not what limits a caller: ${JSON.stringify(limits)}`)
  return `; set local app.limits = '${limits}'`
}

const unlimited = 'set local role slotwise_tenant'
const limited = 'set local role slotwise_limited'

/** Sent in one query with the `begin`. A failure aborts the transaction, so nothing runs under the login role. */
export const actAs = (actor: Actor): string => {
  const role = `set local role slotwise_${actor.as}`
  if (actor.as === 'auth') return role
  if (actor.as === 'platform') return role + setting('app.user_id', actor.userId)
  const { tenantId, userId, limits } = actor
  const acting = limits ? limited + limiting(limits) : unlimited
  return acting + setting('app.tenant_id', tenantId) + setting('app.user_id', userId)
}

const wayOut =
  /^\s*(?:set|reset|discard|begin|start|commit|end|abort|rollback(?!\s+to\b)|prepare|do)\b|\bset_config\s*\(/i

/** A second line of defense, since every role may run RESET ROLE and set_config. No statement contains user input. */
export const refuseEscape = (statement: string): void => {
  if (wayOut.test(statement)) throw new Error(`Not allowed inside a transaction of an actor: ${statement.slice(0, 80)}`)
}

/**
 * Sends all writes of one event-loop turn in one packet, which saves a fifth of a two-statement transaction.
 * @throws TypeError if pg keeps its private socket elsewhere
 */
export const batchWrites = (client: pg.ClientBase): void => {
  const { connection } = client as pg.ClientBase & { connection?: { stream?: Writable } }
  const socket = connection?.stream
  if (!socket?.cork) throw new TypeError('The socket of a pg client was not found.')
  if (socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}

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

const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')

/** A generic plan may take ten times as long, and parallel workers would take all processors. */
const forLarge = '; set local plan_cache_mode to force_custom_plan; set local max_parallel_workers_per_gather to 0'

export class ActorConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly opened: Promise<void>
  #isBroken = false
  #isOver = false
  /** A statement waits for the transaction to open, so later ones must not overtake it. */
  #isInTurn = false
  readonly #isLimited: boolean
  readonly #isChecked: boolean
  readonly #keepsPlans: boolean
  readonly #lastCheck: (() => CompiledQuery | null) | undefined
  #checked: Promise<unknown> | undefined
  #closing: Promise<pg.QueryResult> | undefined

  constructor(
    client: pg.PoolClient,
    acting: string,
    {
      check,
      lastCheck,
      readOnly,
      large,
      moment,
      lent,
    }: Pick<RunOptions, 'check' | 'lastCheck' | 'large' | 'moment'> & { readOnly: boolean; lent: Lent | null },
  ) {
    this.#client = client
    this.#lastCheck = lastCheck
    this.#isLimited = acting.startsWith(limited)
    this.#keepsPlans = lent === null
    const kind = `${moment ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`
    const beginning = `begin${kind}${large ? forLarge : ''}`
    const begin = lent ? `${beginning}; ${lent.greeting}` : beginning
    this.#isChecked = check !== undefined && !readOnly
    batchWrites(client)
    this.opened = check ? this.#openAfter(begin, check, acting) : this.#open(`${begin}; ${acting}`)
    this.opened.catch(() => {})
  }

  async #open(statements: string): Promise<void> {
    try {
      await this.#client.query(statements)
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  async #openAfter(begin: string, { as, query, verify }: Check, acting: string): Promise<void> {
    const begun = this.#open(`${begin}; ${actAs(as)}`)
    const asked = this.#ask(query, { isBeyond: true })
    const opened = this.#open(acting)
    const [beginning, answer, opening] = await Promise.allSettled([begun, asked, opened])
    for (const step of [beginning, answer, opening]) if (step.status === 'rejected') throw step.reason
    if (answer.status === 'fulfilled') verify(answer.value.rows)
  }

  #ask<Row extends pg.QueryResultRow>(
    { sql, parameters }: CompiledQuery,
    { isBeyond = false } = {},
  ): Promise<pg.QueryResult<Row>> {
    // The extended protocol accepts only one statement. A plan holds for one role, so the other role's text differs.
    const text = this.#isLimited && !isBeyond ? `${sql} ` : sql
    const name = this.#keepsPlans ? nameOf(text) : undefined
    const query = { name, text, values: [...parameters], queryMode: 'extended' }
    statements.add({})
    return timeStatement(sql, this.#client.query<Row>(query)).catch(error => {
      if (isOutdatedPlan(error)) this.#isBroken = true
      throw error
    })
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#run(query, { isLast: false })
  }

  get closing(): DatabaseConnection {
    return { executeQuery: query => this.#run(query, { isLast: true }), streamQuery: this.streamQuery }
  }

  get beyond(): DatabaseConnection | null {
    if (!this.#isLimited) return null
    return { executeQuery: query => this.#run(query, { isLast: false, isBeyond: true }), streamQuery: this.streamQuery }
  }

  async #run<Row>(
    query: CompiledQuery,
    { isLast, isBeyond = false }: { isLast: boolean; isBeyond?: boolean },
  ): Promise<QueryResult<Row>> {
    refuseEscape(query.sql)
    if (this.#isOver) throw new Error('This transaction has ended.')
    // A read need not wait for the transaction to open, since a failure discards its rows below.
    this.#isInTurn ||= !/^\s*select\b/i.test(query.sql) || (isLast && this.#isChecked)
    if (this.#isInTurn) await this.opened
    if (this.#isOver) throw new Error('This transaction has ended.')
    batchWrites(this.#client)
    const opening = isBeyond && this.#client.query(unlimited)
    const asking = this.#ask<Row & pg.QueryResultRow>(query, { isBeyond })
    asking.catch(() => {})
    const closing = isBeyond && this.#client.query(limited)
    // Both fail with the statement. Returning to a savepoint restores the role.
    for (const switching of [opening, closing]) if (switching) switching.catch(() => {})
    if (isLast) this.#close()
    // A failed opening is the cause of the statement's error.
    await this.opened
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
        if (!(error instanceof Error && 'code' in error && error.code === '25P02')) throw error
      })
      this.#checked.catch(() => {})
    }
    this.#closing = timeStatement('commit', this.#client.query('commit'))
    // Nothing awaits it if the preceding statement fails.
    this.#closing.catch(() => {})
    return this.#closing
  }

  async commit() {
    const [{ command }] = await Promise.all([this.#closing ?? this.#close(), this.opened])
    if (command !== 'COMMIT') await this.#checked
    // After a failed statement, PostgreSQL answers a commit with a rollback, not an error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a statement in it had failed, and the error was swallowed.')
  }

  release() {
    this.#client.release(this.#isBroken)
  }

  async rollback() {
    this.#isOver = true
    await this.#client.query('rollback').catch(() => {
      this.#isBroken = true
    })
  }
}
