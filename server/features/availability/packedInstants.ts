import { type RawBuilder, sql } from 'kysely'

const size = 8
const epoch = Date.UTC(2000)

/** SQL for a column of instants, in epoch milliseconds. */
export const millis = (column: string): RawBuilder<unknown> =>
  sql`(date_part('epoch', ${sql.ref(column)}) * 1000)::bigint`

/**
 * Packs columns of instants into bytes, since thousands of them as text take most of a query's time.
 *
 * @example
 * sql`select ${packInstants('startsAt', 'endsAt')} as times from timeslots`
 */
export const packInstants = (...columns: readonly string[]): RawBuilder<Buffer> =>
  sql`string_agg(${sql.join(
    columns.map(name => sql`timestamptz_send(${sql.ref(name)})`),
    sql` || `,
  )}, '')`

/** Unpacks `packInstants` into epoch milliseconds, one list per column. */
export const unpackInstants = (packed: Buffer, columns: number): number[][] => {
  const bytes = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: columns }, (_, column) => {
    // Four times as fast as pushing tens of thousands.
    const instants = new Array<number>(packed.byteLength / size / columns)
    for (let row = 0; row < instants.length; row++) {
      const at = (row * columns + column) * size
      instants[row] = epoch + (bytes.getInt32(at) * 0x1_0000_0000 + bytes.getUint32(at + 4)) / 1000
    }
    return instants
  })
}
