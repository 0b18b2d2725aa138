import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { coreCalls } from '../../../src/core/calls'
import { MINUTE } from '../../../src/time/instant'
import { recentFor } from '../../auth/reauthentication'
import { noteAction } from '../../crud/audit/noteAction'
import type { Carried } from '../../db/archive/parts'
import { writeArchive } from '../../db/archive/writeArchive'
import { storeOn } from '../../files/storedFiles'
import { implement } from '../../http/implement'
import { takePlace } from '../../http/inLine'
import { refusal } from '../../http/problem'
import type { Route } from '../../http/route'
import { programVersion } from '../../root'

/** A reader who pauses this long loses the place to others. */
const patience = MINUTE

const taken = () => refusal('rate_limited', 'refusal.archiveInHand', {}, { headers: { 'Retry-After': '60' } })

const readWhile = (file: Readable, end: () => void): ReadableStream => {
  const idle = setTimeout(() => reading.destroy(new Error('Nobody read the archive.')), patience).unref()
  const chunks = async function* () {
    for await (const chunk of file) {
      idle.refresh()
      yield chunk
    }
    // Anyone with the last byte may ask again.
    end()
  }
  const reading = Readable.from(chunks(), { objectMode: false })
  reading.once('close', () => {
    clearTimeout(idle)
    file.destroy()
    end()
  })
  return Readable.toWeb(reading) as ReadableStream
}

export const archiveRoute = (carried: Carried): Route =>
  implement(coreCalls.archives.download, async ({ caller, services, write, authorized }) => {
    await authorized()
    // A stolen session must not export everything.
    if (services.now() - (await services.provedAt(caller)) >= recentFor)
      throw refusal('reauthentication_needed', 'refusal.proofWanted')
    // One for all tenants, since it keeps a connection, the only one of an embedded database.
    const leave = takePlace('archive', taken)
    const file = path.join(os.tmpdir(), `slotwise-archive-${randomUUID()}.zip`)
    try {
      await write(async unit => noteAction(unit, { action: 'exported', resource: { name: 'archive' }, record: null }))
      const { tenant } = await writeArchive(services.database, caller.tenant.id, file, {
        carried,
        files: storeOn(services.files.bucket),
        version: await programVersion(),
      })
      const handle = await open(file)
      // Unlinked open files disappear with the process, however it ends.
      await rm(file)
      return new Response(readWhile(handle.createReadStream(), leave), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${tenant.slug}.zip"`,
        },
      })
    } catch (error) {
      await rm(file, { force: true })
      leave()
      throw error
    }
  })
