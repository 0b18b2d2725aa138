import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import * as z from 'zod'
import { linesOf } from '../lines'
import { type Manifest, manifestEntry, manifestSchema } from './format'

/** Bytes. */
const mostOfManifest = 16 * 1024 ** 2

export interface Archive {
  manifest: Manifest
  lines: (entry: string) => AsyncIterable<string>
  /** @throws unless the entry has this many bytes */
  bytes: (entry: string, size: number) => Promise<Buffer>
  close(): void
}

/** Reads a whole archive first. @throws naming a file that is not an archive, or damaged */
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
    const bytes = async (name: string, size: number) => {
      if (entries.get(name)?.uncompressedSize !== size) throw damaged(`${name} has another size than was written`)
      return buffer(await read(name))
    }
    const hashOf = async (name: string): Promise<string> => {
      const hash = createHash('sha256')
      for await (const chunk of await read(name)) hash.update(chunk)
      return hash.digest('hex')
    }
    if (!entries.has(manifestEntry)) throw new Error(`${file} is no archive of a tenant: it has no ${manifestEntry}.`)
    const size = entries.get(manifestEntry)?.uncompressedSize ?? 0
    if (size > mostOfManifest) throw damaged(`${manifestEntry} is too large`)
    const text = await bytes(manifestEntry, size)
    const parsed = manifestSchema.safeParse(JSON.parse(text.toString('utf8')))
    if (!parsed.success) throw damaged(`${manifestEntry} says ${z.prettifyError(parsed.error)}`)
    const manifest = parsed.data
    for (const [name, expected] of Object.entries(manifest.entries)) {
      const found = await hashOf(name).catch(() => null)
      if (found !== expected) throw damaged(`${name} has other contents than were written`)
    }
    const listed = (name: string): string => {
      if (!Object.hasOwn(manifest.entries, name)) throw damaged(`${manifestEntry} does not list ${name}`)
      return name
    }
    return {
      manifest,
      bytes: async (name, size) => bytes(listed(name), size),
      lines: async function* (name) {
        yield* linesOf(await read(listed(name)))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof SyntaxError ? damaged(`${manifestEntry} cannot be read`) : error
  }
}
