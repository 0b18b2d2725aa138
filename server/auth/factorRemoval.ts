import { DAY } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import { deleteFactor, type FactorRow, findFactors, hasVerifiedFactor } from './factors'
import { deleteRecoveryCodes } from './recoveryCodes'
import { endSessionsOfFactor, findSession, lowerSessions } from './sessions'

/** A newer app may be a stranger's. */
const doubtfulForMs = 7 * DAY

/** Lowers the app's sessions to the first step. */
export const removeFactor = async (
  trx: Transaction,
  userId: string,
  { id, isVerified }: Pick<FactorRow, 'id' | 'isVerified'>,
): Promise<void> => {
  await lowerSessions(trx, userId, { factorId: id })
  await deleteFactor(trx, id)
  if (!isVerified || (await hasVerifiedFactor(trx, userId))) return
  await lowerSessions(trx, userId)
  await deleteRecoveryCodes(trx, userId)
}

/**
 * A thief may have added apps of the last seven days. Older ones stay, or the mailbox alone would bypass them.
 * @param kept the owner's session, whose apps stay
 * @returns whether a verified app was removed
 */
export const removePlantedFactors = async (
  trx: Transaction,
  userId: string,
  { kept, now }: { kept: string | null; now: number },
): Promise<boolean> => {
  const factorInUse = kept === null ? null : ((await findSession(trx, kept))?.factorId ?? null)
  const isPlanted = ({ id, enrolledBy, updatedAt }: FactorRow): boolean =>
    now - Date.parse(updatedAt) < doubtfulForMs && id !== factorInUse && (kept === null || enrolledBy !== kept)
  const planted = (await findFactors(trx, userId)).filter(isPlanted)
  for (const factor of planted) {
    await endSessionsOfFactor(trx, factor.id)
    await removeFactor(trx, userId, factor)
  }
  return planted.some(({ isVerified }) => isVerified)
}
