// Writes pairs of users into an embedded database and reports each kept pair, until it is killed.
import { openDatabase } from '../../../server/db/database'

const [dataDir = '', round = ''] = process.argv.slice(2)
process.stdout.write('opening\n')
const database = await openDatabase({ dataDir })
process.stdout.write('ready\n')
for (let pair = 0; ; pair++) {
  const name = `${round}-${pair}`
  await database.run({ as: 'platform' }, async trx => {
    await trx
      .insertInto('users')
      .values({ email: `${name}-a@demo.test`, name })
      .execute()
    await trx
      .insertInto('users')
      .values({ email: `${name}-b@demo.test`, name })
      .execute()
  })
  process.stdout.write(`kept ${name}\n`)
}
