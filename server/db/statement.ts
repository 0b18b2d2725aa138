import { type Compilable, type CompiledQuery, DummyDriver, Kysely, type RawBuilder, sql } from 'kysely'
import { onceFor } from '../../src/schema/onceFor'
import type { Tables } from './database'
import { sqlOn } from './naming'

/** Writes SQL, and sends none. */
export const mute = sqlOn(() => new DummyDriver())

const writer = new Kysely<Tables>(mute)

/** Where a value goes that is not known yet. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose text is written once, at its first use. Send it with `db.executeQuery`.
 * @param names of its values
 * @param write as ever, with a stand-in for each value
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

/** A fragment without values as the text that it comes to, which is written once: it must be the same object each time. */
export const writtenOnce = onceFor((fragment: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { sql: text, parameters } = fragment.compile(writer)
  return parameters.length === 0 ? sql.raw(text) : fragment
})
