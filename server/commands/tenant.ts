import { readServerConfig, type ServerConfig } from '../config'
import type { Product } from '../crud/product'
import { carriedBy } from '../db/archive/parts'
import { exportFrom, importInto } from '../db/archive/places'
import { storeOn } from '../files/storedFiles'
import { programVersion } from '../root'
import { bucketOf } from '../start/services'
import { placeOf } from '../start/setup'
import { endWith, progressLine, readWords, say } from './command'

export const usage = `slotwise tenant export SLUG FILE | import FILE [--slug SLUG] [--suspended] [--json]

An archive holds all that a tenant has at one moment, without what opens anything: no passwords, keys or secrets.

  export       writes the archive of a tenant
  import       brings in a tenant, wholly or not at all. Take archives only from people you trust: the database checks
               their rows, and no form does
  --slug       the tenant's name in addresses, where the archive's is taken
  --suspended  nobody can book, and no mail is sent, until a superuser activates the tenant
  --json       answers for programs

The embedded database serves one process: stop the server first.`

interface Answer {
  text: string
  data: unknown
}

/** An archive's names could contain terminal escapes. */
const shown = (name: string): string => name.replace(/\p{Cc}/gu, ' ')

const anewText = (anew: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(anew)
    .map(([resource, names]) => `\n  ${resource}: ${names.map(shown).join(', ')}`)
    .join('')

const exportTo = async (product: Product, config: ServerConfig, slug: string, file: string): Promise<Answer> => {
  const progress = progressLine()
  const { tables, anew } = await exportFrom(placeOf(product, config), slug, file, {
    carried: carriedBy(product),
    files: storeOn(await bucketOf(config)),
    version: await programVersion(),
    progress,
  })
  progress.end()
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const behind = anewText(anew)
  return {
    text: `${file}: ${rows} rows of ${slug}.${behind && ` Left out, since each holds a secret:${behind}`}`,
    data: { file, rows, tables, anew },
  }
}

const importFrom = async (
  product: Product,
  config: ServerConfig,
  file: string,
  { slug, suspended: isSuspended }: { slug?: string | undefined; suspended?: boolean | undefined },
): Promise<Answer> => {
  const progress = progressLine()
  const done = await importInto(placeOf(product, config), file, {
    carried: carriedBy(product),
    files: storeOn(await bucketOf(config)),
    slug,
    isSuspended,
    progress,
  })
  progress.end()
  const { members, anew } = done
  const parts = [
    `${done.slug} is here: ${done.rows} rows.`,
    isSuspended ? 'It is suspended: a superuser activates it under Super Admin.' : '',
    `Members: ${members.map(({ email, hasAccount }) => `${shown(email)} (${hasAccount ? 'is invited' : 'signs up with this address'})`).join(', ') || 'none'}`,
    Object.keys(anew).length > 0 ? `To be made anew:${anewText(anew)}` : '',
  ]
  return { text: parts.filter(Boolean).join('\n'), data: done }
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, {
    json: { type: 'boolean' },
    slug: { type: 'string' },
    suspended: { type: 'boolean' },
  })
  const [action, first = '', second = '', ...more] = positionals
  const isExport = action === 'export' && second !== '' && !values.slug && !values.suspended
  const isImport = action === 'import' && first !== '' && second === ''
  if (!(isExport || isImport) || more.length > 0) return endWith(new Error(usage), 2)
  const config = readServerConfig(process.env, product)
  if (config.API_URL) throw new Error('API_URL is set: run this where the product API is.')
  const { text, data } = isExport
    ? await exportTo(product, config, first, second)
    : await importFrom(product, config, first, values)
  say(values.json ? JSON.stringify(data, null, 2) : text)
}
