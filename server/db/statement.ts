import { type Compilable, type CompiledQuery, DummyDriver, Kysely, type RawBuilder, sql } from 'kysely'
import { onceFor } from '../../src/schema/onceFor'
import type { Tables } from './database'
import { sqlOn } from './naming'

export const mute = sqlOn(() => new DummyDriver())

const writer = new Kysely<Tables>(mute)

class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Writes the statement's text once, at the first use. Send it with `db.executeQuery`.
 * @param names the names of its values
 * @param write builds the query with a stand-in for each value
 *
 * @example
 * const byId = statement(['id'], (db, { id }) => db.selectFrom('users').selectAll().where('id', '=', id))
 * await db.executeQuery(byId({ id }))
 */
export const statement = <Row, const Names extends string>(
  names: readonly Names[],
  // biome-ignore lint/suspicious/noExplicitAny: a stand-in fits wherever its value does
  write: (db: Kysely<Tables>, values: Record<Names, RawBuilder<any>>) => Compilable,
): ((values: Record<Names, unknown>) => CompiledQuery<Row>) => {
  let written: CompiledQuery<Row> | undefined
  return values => {
    written ??= write(
      writer,
      Object.fromEntries(names.map(name => [name, sql`${new Place(name)}`])) as Record<Names, RawBuilder<unknown>>,
    ).compile() as CompiledQuery<Row>
    const parameters = written.parameters.map(value => (value instanceof Place ? values[value.name as Names] : value))
    return { ...written, parameters }
  }
}

/** For a fragment without values. Pass the same object each time. */
export const writtenOnce = onceFor((fragment: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { sql: text, parameters } = fragment.compile(writer)
  return parameters.length === 0 ? sql.raw(text) : fragment
})
