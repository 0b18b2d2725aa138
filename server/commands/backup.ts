import { readServerConfig } from '../config'
import type { Product } from '../crud/product'
import { backUpPlace } from '../db/backup/places'
import { programVersion } from '../root'
import { createSealer } from '../seal'
import { endWith, progressLine, readWords, say } from './command'

export const usage = `slotwise backup FILE [--json]

Writes all rows of one moment to FILE: every table, pictures and files in the database, signing keys, and secrets as
they are sealed. A PostgreSQL server is backed up while it is used. The embedded database serves one process: stop the
server first.

  --json  answers for programs`

/** Sealed in each backup, so that a restore with another key is noticed. */
export const sealProbe = { secret: 'slotwise', purpose: 'backup' } as const

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, { json: { type: 'boolean' } })
  const [file] = positionals
  if (!file || positionals.length > 1) return endWith(new Error(usage), 2)
  const config = readServerConfig(process.env, product)
  const { secret, purpose } = sealProbe
  const sealed = config.SECRETS_KEY ? createSealer(config.SECRETS_KEY).seal(secret, purpose) : null
  const progress = progressLine()
  const { bytes, tables } = await backUpPlace(config, file, { version: await programVersion(), sealed, progress })
  progress.end()
  const rows = Object.values(tables).reduce((sum, tally) => sum + tally.rows, 0)
  say(
    values.json
      ? JSON.stringify({ file, bytes, rows, tables }, null, 2)
      : `${file}: ${rows} rows of ${Object.keys(tables).length} tables, ${Math.ceil(bytes / 1024)} kB.${
          config.SECRETS_KEY ? ' Secrets are sealed: keep SECRETS_KEY apart from it.' : ''
        }${config.SUPABASE_URL ? ' Accounts, pictures and files of the Supabase project are not in it.' : ''}`,
  )
}
