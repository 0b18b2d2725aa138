import { readServerConfig } from '../config'
import type { Product } from '../crud/product'
import { backUpPlace } from '../db/backup/places'
import { sealProbe } from '../db/sealed'
import { programVersion } from '../root'
import { createSealer } from '../seal'
import { endWith, progressLine, readWords, say } from './command'

export const usage = `slotwise backup FILE [--json]

Writes all rows of one moment to FILE: every table, pictures and files in the database, signing keys, and secrets as
they are sealed. A PostgreSQL server is backed up while it is used. The embedded database serves one process: stop the
server first.

  --json  answers for programs`

const secrecy = (plain: number, hasKey: boolean): string => {
  const whose = ' The file holds second factors, signing keys and hashes of passwords: keep it secret'
  if (plain > 0) return `${whose}. ${plain} secrets in it are plain text.`
  return hasKey ? `${whose}, and SECRETS_KEY apart from it.` : `${whose}.`
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, { json: { type: 'boolean' } })
  const [file] = positionals
  if (!file || positionals.length > 1) return endWith(new Error(usage), 2)
  const config = readServerConfig(process.env, product)
  const sealed = config.SECRETS_KEY ? sealProbe(createSealer(config.SECRETS_KEY)) : null
  const progress = progressLine()
  const { bytes, tables, plain } = await backUpPlace(config, file, {
    version: await programVersion(),
    sealed,
    columns: product.sealed,
    progress,
  })
  progress.end()
  const rows = Object.values(tables).reduce((sum, tally) => sum + tally.rows, 0)
  say(
    values.json
      ? JSON.stringify({ file, bytes, rows, plain, tables }, null, 2)
      : `${file}: ${rows} rows of ${Object.keys(tables).length} tables, ${Math.ceil(bytes / 1024)} kB.${secrecy(plain, Boolean(config.SECRETS_KEY))}${config.SUPABASE_URL ? ' Accounts, pictures and files of the Supabase project are not in it.' : ''}`,
  )
}
