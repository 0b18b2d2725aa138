import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { coreCalls } from '../../../src/core/calls'
import { MINUTE } from '../../../src/time/instant'
import { noteAction } from '../../crud/audit/noteAction'
import type { Carried } from '../../db/archive/parts'
import { writeArchive } from '../../db/archive/writeArchive'
import { storeOn } from '../../files/storedFiles'
import { implement } from '../../http/implement'
import { takePlace } from '../../http/oneAtATime'
import type { Route } from '../../http/route'
import { programVersion } from '../../root'

/** A reader who is slower may be gone, and others wait for the place. */
const longest = 15 * MINUTE

export const archiveRoute = (carried: Carried): Route =>
  implement(coreCalls.archives.download, async ({ caller, services, write, authorized }) => {
    await authorized()
    const leave = takePlace('archive', caller)
    const file = path.join(os.tmpdir(), `slotwise-archive-${randomUUID()}.zip`)
    const end = () => rm(file, { force: true }).finally(leave)
    try {
      await write(async unit => noteAction(unit, { action: 'exported', resource: { name: 'archive' }, record: null }))
      const { tenant } = await writeArchive(services.database, caller.tenant.id, file, {
        carried,
        files: storeOn(services.files.bucket),
        version: await programVersion(),
      })
      const reading = createReadStream(file)
      const tooLong = setTimeout(() => reading.destroy(new Error('The archive was read too slowly.')), longest).unref()
      reading.once('close', () => {
        clearTimeout(tooLong)
        void end()
      })
      return new Response(Readable.toWeb(reading) as ReadableStream, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${tenant.slug}.zip"`,
        },
      })
    } catch (error) {
      await end()
      throw error
    }
  })
