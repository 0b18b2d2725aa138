import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { formatInstant, isUuid, MINUTE } from '../../../src/declare'
import { Problem } from '../../serve'
import { challengeFailed } from '../problemCodes'
import { findPage, type Visit } from './visitor'

const life = 10 * MINUTE

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`challenge ${text}`).digest('base64url')

/** Stores nothing. */
export const makeChallenge = ({ tenant, services }: Visit) => {
  const { powBits: bits } = services.own
  const over = services.now() + life
  const text = `${over.toString(36)}.${bits}.${randomUUID()}`
  return { challenge: `${text}.${signatureOf(tenant.linkSecret, text)}`, bits, expiresAt: formatInstant(over) }
}

export const challengeNamedBy = (challenge: string): string | null => {
  const [, , id = ''] = challenge.split('.')
  return isUuid(id) ? id : null
}

const beginsWithZeros = (hash: Buffer, bits: number): boolean => {
  const whole = Math.floor(bits / 8)
  if (hash.subarray(0, whole).some(byte => byte !== 0)) return false
  return bits % 8 === 0 || (hash[whole] ?? 0) >> (8 - (bits % 8)) === 0
}

export const challengeFails = (): Problem =>
  new Problem(challengeFailed, 'Ask for a new challenge, and solve that one.')

interface Solved {
  challenge: string
  nonce: string
  channel: string | undefined
}

/** @throws Problem `challenge_failed` if unsolved, or another tenant's */
const requireSolved = ({ tenant }: Visit, { challenge, nonce }: Solved): number => {
  const [over = '', bits = '', id = '', signature = ''] = challenge.split('.')
  const expected = Buffer.from(signatureOf(tenant.linkSecret, `${over}.${bits}.${id}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw challengeFails()
  if (!beginsWithZeros(createHash('sha256').update(`${challenge}:${nonce}`).digest(), Number(bits)))
    throw challengeFails()
  return Number.parseInt(over, 36)
}

/**
 * Uses up a solved challenge in its own transaction, so it stays used if the call is refused.
 * @returns false for a used or expired challenge, which then only identifies a retry
 * @throws Problem `not_found` without such a page, `challenge_failed`
 */
export const takeChallenge = async (visit: Visit, solved: Solved): Promise<boolean> => {
  const { tenant, services, read } = visit
  return read(async db => {
    await findPage(db, tenant.id, solved.channel)
    const over = requireSolved(visit, solved)
    const now = services.now()
    if (over <= now) return false
    await sql`delete from used_challenges
      where tenant_id = ${tenant.id} and expires_at <= ${formatInstant(now)}`.execute(db)
    const { rows } = await sql`
      insert into used_challenges (tenant_id, id, expires_at)
      values (${tenant.id}, ${challengeNamedBy(solved.challenge)}, ${formatInstant(over)})
      on conflict do nothing returning id`.execute(db)
    return rows.length > 0
  })
}

/** @throws Problem `not_found`, `challenge_failed` also for a used or expired challenge */
export const useChallenge = async (visit: Visit, solved: Solved): Promise<void> => {
  if (!(await takeChallenge(visit, solved))) throw challengeFails()
}
