import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  sql as kyselySql,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  Transaction as TransactionOn,
  type UnknownRow,
} from 'kysely'
import { memoize } from '../../src/schema/memoize'
import type { UndeclaredRow } from '../own'
import type { Transaction } from './database'
import type { KnownTables } from './rowTypes'

/**
 * Kysely's: a statement, or a part of one, with values as parameters.
 *
 * @example
 * const { rows } = await sql<{ loanDays: number }>`select loan_days from lending_rules where tenant_id = ${id}`.execute(db)
 */
export const sql = kyselySql

class NamesOnce extends CamelCasePlugin {
  /** The compiler writes the names, since the plugin would copy every statement's tree. */
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  columnOf(name: string): string {
    return this.snakeCase(name)
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const names = Object.keys(first).map(name => ({ name, own: this.camelCase(name) }))
    const rows = result.rows.map(row => {
      const renamed: UnknownRow = {}
      for (const { name, own } of names) renamed[own] = row[name]
      return renamed
    })
    return { ...result, rows }
  }
}

const names = new NamesOnce()

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.columnOf(name))
  }
}

const driver = new DummyDriver()
const dialect = {
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new SnakeCaseCompiler(),
}

export const unconnected = { dialect, plugins: [names] }

const writer = new Kysely<KnownTables>(unconnected)
const executor = writer.getExecutor()

export const transactionOn = (connection: DatabaseConnection): Transaction =>
  new TransactionOn<KnownTables>({
    ...{ config: unconnected, driver, dialect },
    executor: executor.withConnectionProvider({ provideConnection: use => use(connection) }),
  })

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Writes the statement's text once, at its first use. Send it with `db.executeQuery`.
 *
 * @example
 * const byId = statement(['id'], (db, { id }) => db.selectFrom('users').selectAll().where('id', '=', id))
 * await db.executeQuery(byId({ id }))
 */
export const statement = <Row, const Names extends string>(
  names: readonly Names[],
  // biome-ignore lint/suspicious/noExplicitAny: a stand-in fits wherever its value does
  write: (db: Kysely<KnownTables>, values: Record<Names, RawBuilder<any>>) => Compilable,
): ((values: Record<Names, unknown>) => CompiledQuery<Row>) => {
  let written: CompiledQuery<Row> | undefined
  return values => {
    written ??= write(
      writer,
      Object.fromEntries(names.map(name => [name, sql`${new Placeholder(name)}`])) as Record<
        Names,
        RawBuilder<unknown>
      >,
    ).compile() as CompiledQuery<Row>
    const parameters = written.parameters.map(value =>
      value instanceof Placeholder ? values[value.name as Names] : value,
    )
    return { ...written, parameters }
  }
}

/** A fragment without values as text, for migrations. */
export const written = (fragment: RawBuilder<unknown>): string => {
  const { sql: text, parameters } = fragment.compile(writer)
  if (parameters.length > 0) throw new Error(`A value of ${text} is not written out.`)
  return text.replaceAll(/\n\s*/g, ' ')
}

/** For a fragment without values. Pass the same object each time. */
export const compiledOnce = memoize((fragment: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { sql: text, parameters } = fragment.compile(writer)
  return parameters.length === 0 ? sql.raw(text) : fragment
})

/**
 * Runs statements in order in one round trip, such as a lock and a read of what it protects. Each sees everything
 * committed before it began.
 * @returns the rows of the last one
 *
 * @example
 * const rows = await pipeline(db, [sql`select pg_advisory_xact_lock(1)`], sql<{ free: number }>`select free from rooms`)
 */
export const pipeline = async <Row>(
  db: Transaction,
  before: readonly RawBuilder<unknown>[],
  last: RawBuilder<Row>,
): Promise<Row[]> => {
  const executor = db.getExecutor()
  const queries = [...before, last].map(statement => statement.compile(db))
  // Kysely's own calls would reach the connection in any order.
  const answers = await executor.provideConnection(connection =>
    Promise.all(queries.map(async query => ({ query, result: await connection.executeQuery<Row>(query) }))),
  )
  const answer = answers.at(-1)
  if (!answer) return []
  let result: QueryResult<unknown> = answer.result
  for (const plugin of executor.plugins)
    result = await plugin.transformResult({ result: result as never, queryId: answer.query.queryId })
  return result.rows as Row[]
}

/** A transaction that accepts table names known only at run time. */
export const anyTable = (db: Transaction) => db.withTables<Record<string, UndeclaredRow>>()
