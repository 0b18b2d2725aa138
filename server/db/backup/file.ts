import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { linesOf } from '../lines'
import { writeWhole } from '../wholeFile'
import { createTally, type Row, type SequenceState, type Tally } from './tables'

export interface BackupHead {
  format: 1
  madeAt: string
  version: string
  server: string
  migrations: string[]
  /** A known text, sealed with the current `SECRETS_KEY`; null without one. */
  sealed: string | null
}

export type Entry =
  | { head: BackupHead }
  | { table: { schema: string; name: string; columns: { name: string; type: string }[] } }
  | Row
  | { end: Tally }
  | { sequences: SequenceState[] }
  | { done: { tables: number } }

const magic = Buffer.from('slotwise backup 1\n')
/** `sha256 ` and 64 digits for everything before. */
const trailerLength = 7 + 64 + 1

const damaged = (file: string, where: string) =>
  new Error(`${file} is not whole: ${where}. It was changed or cut short; use another backup.`)

/** @throws like `writeWhole` */
export const writeBackup = (file: string, entries: AsyncIterable<Entry>): Promise<{ bytes: number }> =>
  writeWhole(file, async part => {
    const hash = createHash('sha256')
    let bytes = 0
    await pipeline(
      async function* () {
        for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
      },
      createGzip({ level: 6 }),
      async function* (compressed: AsyncIterable<Buffer>) {
        const count = (chunk: Buffer) => {
          bytes += chunk.length
          return chunk
        }
        hash.update(magic)
        yield count(magic)
        for await (const chunk of compressed) {
          hash.update(chunk)
          yield count(chunk)
        }
        yield count(Buffer.from(`sha256 ${hash.digest('hex')}\n`))
      },
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    return { bytes }
  })

const readEnds = async (file: string): Promise<{ body: number; trailer: string }> => {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const begin = Buffer.alloc(magic.length)
    await handle.read(begin, 0, begin.length, 0)
    if (!begin.equals(magic)) {
      if (begin.toString().startsWith('slotwise backup '))
        throw new Error(`${file} was written by a newer version: restore it with that one.`)
      throw new Error(`${file} is no backup of Slotwise.`)
    }
    const body = size - magic.length - trailerLength
    if (body <= 0) throw damaged(file, 'its end is missing')
    const trailer = Buffer.alloc(trailerLength)
    await handle.read(trailer, 0, trailerLength, size - trailerLength)
    return { body, trailer: trailer.toString() }
  } finally {
    await handle.close()
  }
}

/** @throws naming an incomplete file */
export async function* readBackup(file: string): AsyncGenerator<Entry> {
  const { body, trailer } = await readEnds(file)
  const hash = createHash('sha256').update(magic)
  const raw = createReadStream(file, { start: magic.length, end: magic.length + body - 1 })
  let where = 'its beginning cannot be read'
  const unpacked = createGunzip()
  const running = pipeline(
    raw,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    unpacked,
  )
  running.catch(() => {})
  let isDone = false
  try {
    for await (const line of linesOf(unpacked)) {
      const entry = JSON.parse(line) as Entry
      if ('table' in entry) where = `its table ${entry.table.schema}.${entry.table.name} cannot be read`
      isDone = 'done' in entry
      yield entry
    }
    await running
  } catch (error) {
    raw.destroy()
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw damaged(file, where)
    throw error
  }
  if (!isDone) throw damaged(file, 'its end is missing')
  if (trailer !== `sha256 ${hash.digest('hex')}\n`) throw damaged(file, 'its checksum is not that of its contents')
}

export interface BackupReport extends BackupHead {
  tables: Record<string, Tally>
}

/** @throws if the file is damaged */
export const checkBackup = async (file: string): Promise<BackupReport> => {
  let head: BackupHead | undefined
  const tables: Record<string, Tally> = {}
  let name = ''
  let tally = createTally()
  for await (const entry of readBackup(file)) {
    if (Array.isArray(entry)) tally.add(JSON.stringify(entry))
    else if ('head' in entry) head = entry.head
    else if ('table' in entry) {
      name = `${entry.table.schema}.${entry.table.name}`
      tally = createTally()
    } else if ('end' in entry) {
      const { rows, hash } = tally.value
      if (rows !== entry.end.rows || hash !== entry.end.hash)
        throw damaged(
          file,
          rows === entry.end.rows
            ? `rows of its table ${name} differ from those that were written`
            : `its table ${name} has ${rows} rows, and not the ${entry.end.rows} that were written`,
        )
      tables[name] = entry.end
    } else if ('done' in entry && entry.done.tables !== Object.keys(tables).length)
      throw damaged(file, `it has ${Object.keys(tables).length} tables of ${entry.done.tables}`)
  }
  if (!head) throw damaged(file, 'its beginning is missing')
  if (head.format !== 1) throw new Error(`${file} was written by a newer version: restore it with that one.`)
  return { ...head, tables }
}

/** The rest may be damaged. */
export const readHead = async (file: string): Promise<BackupHead> => {
  for await (const entry of readBackup(file)) if ('head' in entry) return entry.head
  throw damaged(file, 'its beginning is missing')
}
