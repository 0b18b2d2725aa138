import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Check, Database } from '../../db/database'
import type { Services } from '../services'

interface Lookup<Row> {
  key: string
  query: CompiledQuery<Row>
}

/** Thrown before anything was done: look the caller up again. */
export class CallerChanged extends Error {}

const mostCallers = 5_000

/**
 * Trusts the last lookup if the same query, sent with the call's first statement, confirms it
 * (docs/architecture.md#a-request).
 */
export class CallerCache {
  readonly #database: Database
  readonly #known = new LRUCache<string, { row: object; print: string }>({ max: mostCallers })

  constructor(database: Database) {
    this.#database = database
  }

  async find<Row extends object>({ key, query }: Lookup<Row>): Promise<Row | undefined> {
    const ask = { single: true }
    const { rows } = await this.#database.run({ as: 'platform' }, db => db.executeQuery(query), ask)
    const [row] = rows
    if (row) this.#known.set(key, { row, print: printOf(rows) })
    else this.#known.delete(key)
    return row
  }

  get<Row extends object>({ key, query }: Lookup<Row>): { row: Row; check: Check } | undefined {
    const known = this.#known.get(key)
    if (!known) return undefined
    const verify = (rows: readonly object[]) => {
      if (printOf(rows) === known.print) return
      this.#known.delete(key)
      throw new CallerChanged('The caller has changed.')
    }
    return { row: known.row as Row, check: { as: { as: 'platform' }, query, verify } }
  }

  /** @throws CallerChanged */
  verify = async ({ as, query, verify }: Check): Promise<void> => {
    const { rows } = await this.#database.run(as, db => db.executeQuery<object>(query), { single: true })
    verify(rows)
  }
}

/** The driver and its reader name columns differently. */
const printOf = (rows: readonly object[]): string => JSON.stringify(rows.map(row => Object.values(row)))

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
