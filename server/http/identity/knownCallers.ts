import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Check, Database } from '../../db/database'

/** What the database is asked about a caller. */
export interface Lookup<Row> {
  /** Equal for equal questions, and for no other. */
  key: string
  query: CompiledQuery<Row>
}

/** A caller is no longer what was remembered of them: nothing was done, and they are to be looked up again. */
export class CallerChanged extends Error {}

const mostCallers = 5_000

/**
 * What the database last said of callers. It decides nothing by itself: the same question travels with the first statement of the call,
 * and the call goes on only if the answer still is the same.
 */
export class KnownCallers {
  readonly #database: Database
  readonly #known = new LRUCache<string, { row: object; print: string }>({ max: mostCallers })

  constructor(database: Database) {
    this.#database = database
  }

  /** Asks the database, and remembers its answer. */
  async find<Row extends object>({ key, query }: Lookup<Row>): Promise<Row | undefined> {
    const ask = { single: true }
    const { rows } = await this.#database.run({ as: 'platform' }, db => db.executeQuery(query), ask)
    const [row] = rows
    if (row) this.#known.set(key, { row, print: printOf(rows) })
    else this.#known.delete(key)
    return row
  }

  /** The remembered answer, if there is one, and the check that it still holds. */
  recall<Row extends object>({ key, query }: Lookup<Row>): { row: Row; check: Check } | undefined {
    const known = this.#known.get(key)
    if (!known) return undefined
    const judge = (rows: readonly object[]) => {
      if (printOf(rows) === known.print) return
      this.#known.delete(key)
      throw new CallerChanged('The caller has changed.')
    }
    return { row: known.row as Row, check: { as: { as: 'platform' }, query, judge } }
  }

  /** Makes the check by itself, for a call that asks the database nothing else. @throws CallerChanged */
  async verify({ as, query, judge }: Check): Promise<void> {
    const { rows } = await this.#database.run(as, db => db.executeQuery<object>(query), { single: true })
    judge(rows)
  }
}

/** The values alone: columns are named in one way by the driver and in another by what reads it. */
const printOf = (rows: readonly object[]): string => JSON.stringify(rows.map(row => Object.values(row)))
