import { keyAdministration } from '../auth/keyAdministration'
import { readServerConfig } from '../config'
import type { Product } from '../crud/product'
import { openFor, siteUrlOf } from '../start/setup'
import { endWith, readWords, say } from './command'

export const usage = `slotwise auth ACTION [--json]

Administers the keys with which the embedded auth service signs.

  rotate                    makes a signing key, which takes over in ten minutes
  revoke                    makes a signing key at once; everything that was signed before is refused
  service-key NAME [DAYS]   prints a token for the admin calls, good for 365 days unless said otherwise
  service-keys              lists those that are in force
  revoke-service-key ID     refuses one from now on
  --json                    answers for programs

The embedded database serves one process: stop the server first.`

const day = 24 * 3_600_000

type Administration = ReturnType<typeof keyAdministration>
type Answer = { text: string; data: unknown }

const createServiceKey = async (administration: Administration, name: string, days: number): Promise<Answer> => {
  if (!(days > 0 && days <= 3650)) throw new Error('A service key is good for 1 to 3650 days.')
  const key = await administration.createServiceKey(name, days * day)
  process.stderr.write(`Service key ${key.id}, good until ${key.expiresAt}. It is shown once:\n`)
  return { text: key.token, data: key }
}

const listServiceKeys = async (administration: Administration): Promise<Answer> => {
  const keys = await administration.serviceKeys()
  const lines = keys.map(({ id, name, createdAt, expiresAt }) => `${id}  ${createdAt} – ${expiresAt}  ${name}`)
  return { text: lines.join('\n') || 'There are none.', data: keys }
}

const revokeServiceKey = async (administration: Administration, id: string): Promise<Answer> => {
  if (!(await administration.revokeServiceKey(id))) throw new Error('There is no such key.')
  return { text: 'It is refused from now on.', data: { id } }
}

const workOf = ([action, first, second, ...more]: string[]): ((of: Administration) => Promise<Answer>) | null => {
  if (action === 'service-key' && first && more.length === 0)
    return of => createServiceKey(of, first, Number(second ?? 365))
  if (second !== undefined) return null
  if (action === 'revoke-service-key' && first) return of => revokeServiceKey(of, first)
  if (first !== undefined) return null
  if (action === 'service-keys') return listServiceKeys
  if (action === 'rotate')
    return async of => {
      const { kid, signsFrom } = await of.rotate()
      return { text: `${kid} signs from ${signsFrom}.`, data: { kid, signsFrom } }
    }
  if (action === 'revoke')
    return async of => {
      const { kid } = await of.revoke()
      return { text: `${kid} signs from now on; what the others signed is refused within two minutes.`, data: { kid } }
    }
  return null
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, { json: { type: 'boolean' } })
  const work = workOf(positionals)
  if (!work) return endWith(new Error(usage), 2)
  const config = readServerConfig(process.env, product)
  if (config.SUPABASE_URL || config.API_URL) throw new Error('The keys are those of the service that has the accounts.')
  const database = await openFor(product, config)
  try {
    const { text, data } = await work(
      keyAdministration({
        run: task => database.run({ as: 'auth' }, task, { retry: true }),
        now: Date.now,
        issuer: `${siteUrlOf(config, config.PORT)}/auth/v1`,
      }),
    )
    say(values.json ? JSON.stringify(data, null, 2) : text)
  } finally {
    await database.close()
  }
}
