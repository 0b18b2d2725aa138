// `npm run auth`: administers the keys of the embedded auth service. docs/deploying.md explains when.
import { keyAdministration } from '../server/auth/keyAdministration'
import { readServerConfig } from '../server/config'
import { migrationsFolder } from '../server/db/migrate'
import { openFor, siteUrlOf } from '../server/start/setup'

const usage = `npm run auth -- …
  rotate                          a new signing key, which takes over in ten minutes
  revoke                          a new signing key at once; everything that was signed before is refused
  service-key NAME [DAYS]         a token for the admin calls, good for 365 days unless said otherwise
  service-keys                    those that are in force
  revoke-service-key ID           refuses one from now on`

const day = 24 * 3_600_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const config = readServerConfig(process.env)
if (config.SUPABASE_URL || config.API_URL) throw new Error('The keys are those of the service that has the accounts.')
const database = await openFor({ migrations: migrationsFolder }, config)
const administration = keyAdministration({
  run: work => database.run({ as: 'auth' }, work, { retry: true }),
  now: Date.now,
  issuer: `${siteUrlOf(config, config.PORT)}/auth/v1`,
})

const createServiceKey = async (name: string, days: number) => {
  if (!(days > 0 && days <= 3650)) throw new Error('A service key is good for 1 to 3650 days.')
  const { id, expiresAt, token } = await administration.createServiceKey(name, days * day)
  process.stderr.write(`Service key ${id}, good until ${expiresAt}. It is shown once:\n`)
  say(token)
}

const listServiceKeys = async () => {
  const found = await administration.serviceKeys()
  for (const { id, name, createdAt, expiresAt } of found) say(`${id}  ${createdAt} – ${expiresAt}  ${name}`)
  if (found.length === 0) say('There are none.')
}

const [command, first, second] = process.argv.slice(2)
try {
  if (command === 'rotate') {
    const { kid, signsFrom } = await administration.rotate()
    say(`${kid} signs from ${signsFrom}.`)
  } else if (command === 'revoke') {
    const { kid } = await administration.revoke()
    say(`${kid} signs from now on; what the others signed is refused within two minutes.`)
  } else if (command === 'service-key' && first) await createServiceKey(first, Number(second ?? 365))
  else if (command === 'service-keys') await listServiceKeys()
  else if (command === 'revoke-service-key' && first) {
    const isRevoked = await administration.revokeServiceKey(first)
    say(isRevoked ? 'It is refused from now on.' : 'There is no such key.')
    if (!isRevoked) process.exitCode = 1
  } else {
    say(usage)
    process.exitCode = command ? 2 : 0
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await database.close()
}
