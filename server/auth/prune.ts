import { sql } from 'kysely'
import { DAY } from '../../src/time/instant'
import type { AuthContext } from './authContext'

/** Until then, a client learns why its session ended. */
const sayWhyFor = DAY
/** Until then, reuse of a replaced refresh token reveals a thief. */
const watchFor = 90 * DAY
const challengesFor = DAY
const devicesFor = 90 * DAY

export const prune = async ({ run, now, sessionLimits: { idleMs, maxMs } }: AuthContext): Promise<number> => {
  // An infinite limit yields the epoch.
  const before = (ms: number) => new Date(Math.max(0, now() - ms)).toISOString()
  const deletions = [
    sql`delete from auth_service.sessions where created_at < ${before(maxMs + sayWhyFor)}
      or coalesce(used_at, created_at) < ${before(idleMs + sayWhyFor)}`,
    sql`delete from auth_service.refresh_tokens where replaced_at < ${before(Math.min(idleMs, watchFor))}`,
    sql`delete from auth_service.one_time_tokens where expires_at <= ${before(0)}`,
    sql`delete from auth_service.mails where expires_at <= ${before(0)}`,
    sql`delete from auth_service.former_addresses where expires_at <= ${before(0)}`,
    sql`delete from auth_service.attempts where expires_at <= ${before(0)}`,
    sql`delete from auth_service.challenges where created_at < ${before(challengesFor)}`,
    sql`delete from auth_service.known_devices where seen_at < ${before(devicesFor)}`,
    sql`delete from auth_service.service_keys where expires_at <= ${before(0)}`,
    sql`delete from auth_service.signing_keys where needed_until <= ${before(0)}`,
  ]
  let count = 0
  // One transaction each, so that none holds locks for long.
  for (const deletion of deletions) {
    const { numAffectedRows } = await run(trx => deletion.execute(trx))
    count += Number(numAffectedRows ?? 0)
  }
  return count
}
