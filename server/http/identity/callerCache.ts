import { type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Check, Database } from '../../db/database'
import type { KnownTables } from '../../db/rowTypes'
import { statement } from '../../db/sql'
import type { Services } from '../services'

interface Print {
  print: string
}

/** `find` reads all of a caller's row, `confirm` only its print. */
export interface CallerQueries<Row> {
  find: CompiledQuery<Row & Print>
  confirm: CompiledQuery<Print>
}

export const callerQueries = <Row, const Names extends string>(
  names: readonly Names[],
  // biome-ignore lint/suspicious/noExplicitAny: a stand-in fits wherever its value does
  write: (db: Kysely<KnownTables>, values: Record<Names, RawBuilder<any>>) => SelectQueryBuilder<any, any, any>,
): ((values: Record<Names, unknown>) => CallerQueries<Row>) => {
  const print = sql<string>`found::text`.as('print')
  const find = statement<Row & Print, Names>(names, (db, values) =>
    db.selectFrom(write(db, values).as('found')).selectAll().select(print),
  )
  const confirm = statement<Print, Names>(names, (db, values) =>
    db.selectFrom(write(db, values).as('found')).select(print),
  )
  return values => ({ find: find(values), confirm: confirm(values) })
}

interface Lookup<Row> {
  key: string
  queries: CallerQueries<Row>
}

/** Thrown before anything was done: look the caller up again. */
export class CallerChanged extends Error {}

const mostCallers = 5_000

/**
 * Trusts the last lookup if its print, read with the call's first statement, is still the same
 * (docs/architecture.md#a-request).
 */
export class CallerCache {
  readonly #database: Database
  readonly #known = new LRUCache<string, { row: object; print: string }>({ max: mostCallers })

  constructor(database: Database) {
    this.#database = database
  }

  async find<Row extends object>({ key, queries }: Lookup<Row>): Promise<Row | undefined> {
    const ask = { single: true }
    const { rows } = await this.#database.run({ as: 'platform' }, db => db.executeQuery(queries.find), ask)
    const [row] = rows
    if (row) this.#known.set(key, { row, print: row.print })
    else this.#known.delete(key)
    return row
  }

  get<Row extends object>({ key, queries }: Lookup<Row>): { row: Row; check: Check } | undefined {
    const known = this.#known.get(key)
    if (!known) return undefined
    const verify = ([row]: readonly object[]) => {
      if (row && 'print' in row && row.print === known.print) return
      this.#known.delete(key)
      throw new CallerChanged('The caller has changed.')
    }
    return { row: known.row as Row, check: { as: { as: 'platform' }, query: queries.confirm, verify } }
  }

  /** @throws CallerChanged */
  verify = async ({ as, query, verify }: Check): Promise<void> => {
    const { rows } = await this.#database.run(as, db => db.executeQuery<object>(query), { single: true })
    verify(rows)
  }
}

export interface Authorization {
  database: Database
  /** Services that reach outside throw until the caller is authorized. */
  services: Services
  /** @throws CallerChanged */
  authorized: () => Promise<void>
}

const reaching = ['database', 'users', 'invitationMails', 'findAccount', 'live', 'files', 'alarm', 'countRead'] as const

export const authorizationOf = (
  services: Services,
  check: Check | null,
  verify: (check: Check) => Promise<void>,
): Authorization => {
  const { database } = services
  if (!check) return { database, services, authorized: async () => {} }
  let isVerified = false
  const verifying: Check = {
    ...check,
    verify: rows => {
      check.verify(rows)
      isVerified = true
    },
  }
  const checked: Database = {
    ...database,
    run: (actor, work, options) => database.run(actor, work, isVerified ? options : { ...options, check: verifying }),
  }
  const guarded: Services = Object.create(services)
  for (const name of reaching)
    Object.defineProperty(guarded, name, {
      get: () => {
        if (!isVerified)
          throw new Error(`services.${name} was used before the caller was authorized: await request.authorized().`)
        return services[name]
      },
    })
  return {
    database: checked,
    services: guarded,
    authorized: async () => void (isVerified || (await verify(verifying))),
  }
}
