import type { Context } from 'hono'
import { sql } from 'kysely'
import { DAY } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import type { AuthContext } from './authContext'
import { deviceOf } from './device'
import { hashToken } from './secrets'
import type { Visit } from './sessions'

const knownForMs = 90 * DAY

interface Sighting {
  userId: string
  digest: Buffer
  now: number
}

/** True for a new device, except an account's first. */
const seeDevice = async (trx: Transaction, { userId, digest, now }: Sighting): Promise<boolean> => {
  const table = 'authService.knownDevices'
  const oldest = new Date(now - knownForMs).toISOString()
  await trx.deleteFrom(table).where('userId', '=', userId).where('seenAt', '<', oldest).execute()
  const known = await trx.selectFrom(table).select('digest').where('userId', '=', userId).execute()
  await trx
    .insertInto(table)
    .values({ userId, digest, seenAt: new Date(now).toISOString() })
    .onConflict(conflict => conflict.columns(['userId', 'digest']).doUpdateSet({ seenAt: sql.ref('excluded.seen_at') }))
    .execute()
  return known.length > 0 && !known.some(row => digest.equals(row.digest as Uint8Array))
}

export const visitOf = ({ networkOf }: AuthContext, c: Context): Visit => ({
  userAgent: c.req.header('user-agent') ?? null,
  network: networkOf(c),
})

export const watchDevice = (context: AuthContext, c: Context, account: { id: string; email: string }): void => {
  const { now, run, later, notice, networkOf } = context
  const digest = hashToken(`${deviceOf(c.req.header('user-agent')) ?? ''}|${networkOf(c)}`)
  later(async () => {
    await run(async trx => {
      const isNew = await seeDevice(trx, { userId: account.id, digest, now: now() })
      if (isNew) await notice(trx, 'new_device', account, { c })
    })
  })
}
