import * as z from 'zod'
import type { ServerConfig } from '../config'
import { readServerConfig, superusersNeedSecondFactor } from '../config'
import { embeddedAccounts, hostedAccounts } from '../core/superusers/accounts'
import { addSuperuser, listSuperusers, type PasswordToken, removeSuperuser } from '../core/superusers/superusers'
import type { Product } from '../crud/product'
import type { Database } from '../db/database'
import { openFor, siteUrlOf } from '../start/setup'
import { endWith, readWords, say } from './command'

export const usage = `slotwise superuser add EMAIL [--link] | list | remove EMAIL [--json]

Superusers administer the installation: all users and tenants.

  add     makes somebody a superuser, and prints a link with which they choose a password once
  list    prints who they are
  remove  leaves somebody an ordinary user. The last superuser stays
  --link  prints a link for somebody who has a password, too
  --json  answers for programs

The embedded database serves one process: stop the server first.`

const accountsFor = (config: ServerConfig, database: Database) => {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey } = config
  if (!url) return embeddedAccounts(database)
  if (!serviceRoleKey) throw new Error('SUPABASE_SERVICE_ROLE_KEY is needed: copy it from the project’s API settings.')
  return hostedAccounts({ url, serviceRoleKey })
}

const linkOf = (config: ServerConfig, { hash, type }: PasswordToken): string => {
  const link = new URL('/new-password', siteUrlOf(config, config.PORT))
  link.search = new URLSearchParams({ token_hash: hash, type }).toString()
  return link.href
}

type Answer = { text: string; data: unknown }

const add = async (config: ServerConfig, database: Database, email: string, wantsLink: boolean): Promise<Answer> => {
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} is not an e-mail address.`)
  const token = await addSuperuser(database, accountsFor(config, database), email, { wantsLink })
  const link = token && linkOf(config, token)
  const next = link
    ? `This link works once, for ${token.type === 'invite' ? 'seven days' : 'an hour'}:\n${link}`
    : 'They sign in with the password they have.'
  const step = superusersNeedSecondFactor(config) ? '\nThe first sign-in sets up a second step.' : ''
  const isGuessed = link && !config.PUBLIC_URL && !config.MAIN_DOMAIN
  const address = isGuessed ? '\nPUBLIC_URL is not set here: put the address of the installation before the path.' : ''
  return { text: `${email} is a superuser. ${next}${address}${step}`, data: { email, link } }
}

const list = async (database: Database): Promise<Answer> => {
  const found = await listSuperusers(database)
  const lines = found.map(({ email, isActive }) => `${email}${isActive ? '' : '  (deactivated)'}`)
  return { text: lines.join('\n') || 'There is none: slotwise superuser add EMAIL', data: found }
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values, positionals } = readWords(words, usage, { json: { type: 'boolean' }, link: { type: 'boolean' } })
  const [action = '', email = ''] = positionals
  const isAsked = action === 'list' || ((action === 'add' || action === 'remove') && email !== '')
  if (!isAsked) endWith(new Error(usage), 2)
  const config = readServerConfig(process.env, product)
  if (config.API_URL) throw new Error('API_URL is set: run this where the product API is.')
  const database = await openFor(product, config)
  try {
    const answer = async (): Promise<Answer> => {
      if (action === 'list') return list(database)
      if (action === 'add') return add(config, database, email, values.link ?? false)
      await removeSuperuser(database, email)
      return { text: `${email} is no superuser any more.`, data: { email } }
    }
    const { text, data } = await answer()
    say(values.json ? JSON.stringify(data, null, 2) : text)
  } finally {
    await database.close()
  }
}
