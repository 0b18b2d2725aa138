import { readServerConfig } from '../config'
import type { Product } from '../crud/product'
import { openPlace } from '../db/backup/places'
import { type MigrationPlan, planUpgrade, type TablePlan } from '../db/upgrade/planUpgrade'
import { endWith, readWords, say } from './command'

export const usage = `slotwise upgrade --check [--json]

Says what this version would do to the database, and changes nothing: each migration with the tables it shuts, rewrites
or fills, how long that may take, and whether processes of the version before may go on beside it. The first start of
this version runs the migrations: in one transaction, or online, while others read and write. A PostgreSQL server is asked while it is used; the embedded
database serves one process: stop the server first.

  --json  answers for programs`

const secondsIn = (seconds: number): string => (seconds < 1 ? 'less than a second' : `about ${Math.ceil(seconds)} s`)

const tableLine = ({ table, rows, shutFor, isRewritten, isWritten, indexes, seconds }: TablePlan): string => {
  const parts = [
    ...(shutFor === 'nobody' ? [] : [`shut for ${shutFor}`]),
    ...(isRewritten ? ['rewritten'] : []),
    ...(isWritten ? ['rows may be changed'] : []),
    ...indexes.map(name => `index ${name}`),
  ]
  return `  ${table}, ${rows} rows: ${parts.join(', ')}; ${secondsIn(seconds)}`
}

const told = (plans: readonly MigrationPlan[]): string => {
  if (plans.length === 0) return 'No migration is pending: this version starts at once.'
  const breaks = plans.flatMap(plan => plan.breaks)
  const seconds = plans.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.seconds, 0)
  return [
    ...plans.flatMap(({ name, isOnline, tables }) => [
      isOnline ? `${name}, while others read and write` : name,
      ...(tables.length ? tables.map(tableLine) : ['  only what is new']),
    ]),
    '',
    `${plans.length} migrations, ${secondsIn(seconds)}: what is shut stays shut until the next one that runs while others read and write, or the end.`,
    breaks.length === 0
      ? 'Processes of the version before may go on beside it.'
      : `Stop the processes of the version before first: ${breaks.join(', ')}.`,
    breaks.length === 0
      ? 'To go back, start that version again: it can go on with what this one adds.'
      : 'To go back, restore a backup made before: slotwise backup FILE.',
  ].join('\n')
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, { check: { type: 'boolean' }, json: { type: 'boolean' } })
  if (!values.check || positionals.length > 0) return endWith(new Error(usage), 2)
  const { pool, stop } = await openPlace(readServerConfig(process.env, product))
  try {
    const plans = await planUpgrade(pool, product.migrations)
    say(values.json ? JSON.stringify({ pending: plans }, null, 2) : told(plans))
  } finally {
    await stop()
  }
}
