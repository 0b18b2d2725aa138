import { setImmediate } from 'node:timers/promises'
import { invalidField } from '../../http/problem'
import { Proofs, trimmed } from './cells'
import { type Column, distinctHeaders } from './columns'
import { CsvReader, type CsvRecord, type Delimiter, saysDelimiter } from './csvReader'
import type { Encoding } from './encodings'
import { type FileProfile, profileOf, rewritten } from './profiles'

export const maxRows = 50_000

export interface Format {
  encoding: Encoding
  delimiter: Delimiter
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export async function* recordsIn(pieces: Pieces, { encoding, delimiter }: Format): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder(encoding)
  const reader = new CsvReader(delimiter)
  let isFirst = true
  function* of(records: Generator<CsvRecord>): Generator<CsvRecord> {
    for (const record of records) {
      const skipped = isFirst && saysDelimiter(record)
      isFirst = false
      if (!skipped) yield record
    }
  }
  for await (const piece of pieces) {
    yield* of(reader.push(decoder.decode(piece, { stream: true })))
    await setImmediate()
  }
  yield* of(reader.push(decoder.decode()))
  yield* of(reader.finish())
}

export interface Scanned {
  columns: Column[]
  rowCount: number
  proofs: Proofs
}

const mostSamples = 3

/** @throws Problem `validation` at `file` */
export const scan = async (
  pieces: Pieces,
  format: Format,
  map: (headers: readonly string[]) => Promise<Pick<Column, 'header' | 'field' | 'via'>[]>,
  see: (proofs: Proofs, field: string, cell: string) => void,
  profiles: readonly FileProfile[] | undefined,
): Promise<Scanned> => {
  let columns: Column[] | null = null
  let rowCount = 0
  const proofs = new Proofs()
  let headers: readonly string[] = []
  for await (const { cells: given } of recordsIn(pieces, format)) {
    if (!columns) {
      headers = distinctHeaders(given)
      columns = (await map(headers)).map(column => ({ ...column, samples: [] }))
      continue
    }
    const cells = rewritten(profileOf(profiles, headers), headers, given)
    if (++rowCount > maxRows) throw invalidField('file', 'validation.tooManyRows', { max: maxRows })
    for (const [index, column] of columns.entries()) {
      const cell = trimmed(cells[index] ?? '')
      if (cell === '') continue
      if (column.samples.length < mostSamples) column.samples.push(cell.replace(/\0/g, '').slice(0, 200))
      if (column.field) see(proofs, column.field, cell)
    }
  }
  if (!columns || rowCount === 0) throw invalidField('file', 'validation.noRows')
  return { columns, rowCount, proofs }
}
