import type { Transaction } from '../db/database'
import { AuthError } from './authError'

const table = 'authService.challenges'

const lifetimeMs = 300_000

interface ChallengeRow {
  id: string
  network: string
  verifiedAt: string | null
  createdAt: string
}

interface NewChallenge {
  factorId: string
  network: string
  now: number
}

export const issueChallenge = async (
  trx: Transaction,
  { factorId, network, now }: NewChallenge,
): Promise<{ id: string; expiresAt: number }> => {
  const at = new Date(now).toISOString()
  const oldest = new Date(now - 2 * lifetimeMs).toISOString()
  await trx.deleteFrom(table).where('factorId', '=', factorId).where('createdAt', '<', oldest).execute()
  const { id } = (await trx
    .insertInto(table)
    .values({ factorId, network, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()) as { id: string }
  await trx.updateTable('authService.factors').set({ lastChallengedAt: at }).where('id', '=', factorId).execute()
  return { id, expiresAt: now + lifetimeMs }
}

/** @throws AuthError for an unknown, used or expired challenge, or one of another network */
export const redeemChallenge = async (
  trx: Transaction,
  { id, factorId, network, now }: NewChallenge & { id: string },
): Promise<void> => {
  const challenge = (await trx
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id)
    .where('factorId', '=', factorId)
    .forUpdate()
    .executeTakeFirst()) as ChallengeRow | undefined
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.verifiedAt !== null || challenge.network !== network) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (now - Date.parse(challenge.createdAt) > lifetimeMs) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
  await trx
    .updateTable(table)
    .set({ verifiedAt: new Date(now).toISOString() })
    .where('id', '=', id)
    .execute()
}
