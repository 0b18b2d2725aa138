import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import * as z from 'zod'
import { linesOf } from '../lines'
import { type Manifest, manifestEntry } from './writeArchive'

const uuid = z.guid()
const names = z.array(z.string())
const sqlName = z.string().regex(/^[a-z][a-z0-9_]*$/)

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  version: z.string(),
  tenant: z.object({ id: uuid, slug: z.string(), name: z.string() }),
  tables: z.record(sqlName, z.object({ columns: names, rows: z.int().min(0) })),
  entries: z.record(z.string(), z.string()),
  anew: z.record(z.string(), names),
})

export interface Archive {
  manifest: Manifest
  lines: (entry: string) => AsyncIterable<string>
  bytes: (entry: string) => Promise<Buffer>
  close(): void
}

/** Opens an archive after reading all of it once. @throws naming the file when it is none, or not as it was written */
export const openArchive = async (file: string): Promise<Archive> => {
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch(error => {
    throw error.code ? error : new Error(`${file} is no archive of a tenant, or is cut short: ${error.message}.`)
  })
  const damaged = (what: string) =>
    new Error(`${file} is not whole: ${what}. It was changed or cut short; use another archive.`)
  try {
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw damaged(`${name} is missing`)
      return zip.openReadStreamPromise(entry)
    }
    const bytes = async (name: string) => buffer(await read(name))
    const hashOf = async (name: string): Promise<string> => {
      const hash = createHash('sha256')
      for await (const chunk of await read(name)) hash.update(chunk)
      return hash.digest('hex')
    }
    if (!entries.has(manifestEntry)) throw new Error(`${file} is no archive of a tenant: it has no ${manifestEntry}.`)
    const text = await bytes(manifestEntry)
    const parsed = manifestSchema.safeParse(JSON.parse(text.toString('utf8')))
    if (!parsed.success) throw damaged(`${manifestEntry} says ${z.prettifyError(parsed.error)}`)
    const manifest = parsed.data
    for (const [name, expected] of Object.entries(manifest.entries)) {
      const found = await hashOf(name).catch(() => null)
      if (found !== expected) throw damaged(`${name} has other contents than were written`)
    }
    return {
      manifest,
      bytes,
      lines: async function* (name) {
        yield* linesOf(await read(name))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof SyntaxError ? damaged(`${manifestEntry} cannot be read`) : error
  }
}
