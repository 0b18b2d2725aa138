import { readServerConfig } from '../config'
import type { Product } from '../crud/product'
import { type BackupReport, checkBackup } from '../db/backup/file'
import { restorePlace } from '../db/backup/places'
import { opensProbe } from '../db/sealed'
import { createSealer } from '../seal'
import { endWith, progressLine, readWords, say } from './command'

export const usage = `slotwise restore FILE [--verify] [--only-check] [--reseal-later] [--json]

Fills an empty database, or an empty DATA_DIR, from a backup of the same program or an older one: of either kind of
database into either kind, which is how one moves from the embedded one to PostgreSQL.

  --verify        reads all rows again afterwards and compares them with the backup
  --only-check    reads the file alone and writes nothing
  --reseal-later  goes on with another SECRETS_KEY: what was sealed with the old one does not open
  --json          answers for programs`

const told = ({ tables, madeAt, version }: BackupReport): string => {
  const rows = Object.values(tables).reduce((sum, tally) => sum + tally.rows, 0)
  return `${rows} rows of ${Object.keys(tables).length} tables, of ${madeAt}, version ${version}`
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, {
    verify: { type: 'boolean' },
    'only-check': { type: 'boolean' },
    'reseal-later': { type: 'boolean' },
    json: { type: 'boolean' },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) return endWith(new Error(usage), 2)
  const config = readServerConfig(process.env, product)
  const report = await checkBackup(file)
  if (!values['only-check']) {
    if (
      report.sealed &&
      !values['reseal-later'] &&
      !opensProbe(createSealer(config.SECRETS_KEY ?? null), report.sealed)
    )
      throw new Error(
        'SECRETS_KEY is not the one of the backup: secrets of webhooks, addresses of calendars and waiting mails would not open. Set that key, or go on without them: --reseal-later',
      )
    const progress = progressLine()
    await restorePlace(config, file, { migrations: product.migrations, verify: values.verify ?? false, progress })
    progress.end()
  }
  const done = values['only-check'] ? 'is whole' : values.verify ? 'is restored and verified' : 'is restored'
  say(values.json ? JSON.stringify({ file, done, ...report }, null, 2) : `${file} ${done}: ${told(report)}.`)
}
