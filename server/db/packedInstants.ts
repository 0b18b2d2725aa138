import { type RawBuilder, sql } from 'kysely'

/** Bytes per instant. */
const size = 8
/** PostgreSQL's epoch, from which it counts microseconds; in epoch milliseconds. */
const epoch = Date.UTC(2000)

/**
 * SQL that packs columns of instants into bytes, row by row. As text, they would take most of the time of a query for thousands.
 *
 * @example
 * sql`select ${packInstants('startsAt', 'endsAt')} as times from timeslots`
 */
export const packInstants = (...columns: readonly string[]): RawBuilder<Buffer> =>
  sql`string_agg(${sql.join(
    columns.map(name => sql`timestamptz_send(${sql.ref(name)})`),
    sql` || `,
  )}, '')`

/** The instants in epoch milliseconds: those of the first row, in the order of the columns, then those of the second … */
export const unpackInstants = (packed: Buffer): Float64Array => {
  const bytes = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const instants = new Float64Array(packed.byteLength / size)
  for (let i = 0; i < instants.length; i++)
    instants[i] = epoch + (bytes.getInt32(i * size) * 0x1_0000_0000 + bytes.getUint32(i * size + 4)) / 1000
  return instants
}
