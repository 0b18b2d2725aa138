import type { Transaction } from '../../db/database'
import { hasCode } from '../databaseProblem'
import { Problem } from '../problem'
import type { Services } from '../services'
import type { Identity } from './tokenVerifier'

/** Tokens whose different address was already checked. */
const settled = new WeakSet<Identity>()

export const mayHaveMoved = (identity: Identity, email: string): boolean =>
  identity.email !== null && identity.email !== email && !settled.has(identity)

/** Addresses are unique at the auth service, so an account that lost its address has a new one. */
export const releaseAddress = async (db: Transaction, { authId, email }: { authId: string; email: string }) => {
  const held = db.selectFrom('users').select('id').where('email', '=', email).where('authId', '!=', authId)
  for (const { id } of await held.forUpdate().execute())
    await db
      .updateTable('users')
      .set({ email: `former-${id}@unknown.invalid` })
      .where('id', '=', id)
      .execute()
}

/** Null while the auth service does not answer. */
const confirmedAddress = async (services: Services, identity: Identity): Promise<string | null> => {
  try {
    const account = await services.findAccount(identity)
    return account?.isEmailConfirmed ? account.email : null
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'auth_unavailable')) throw error
    settled.delete(identity)
    return null
  }
}

/**
 * Updates a user's address from the auth service when the token names another one, unless an invited user has it.
 * @param email the user's current address
 * @returns whether the address changed
 */
export const followAddress = async (services: Services, identity: Identity, email: string): Promise<boolean> => {
  if (!mayHaveMoved(identity, email)) return false
  settled.add(identity)
  const confirmed = await confirmedAddress(services, identity)
  if (!confirmed || confirmed === email) return false

  const { authId } = identity
  const follow = (db: Transaction) =>
    releaseAddress(db, { authId, email: confirmed }).then(() =>
      db.updateTable('users').set({ email: confirmed }).where('authId', '=', authId).execute(),
    )
  try {
    await services.database.run({ as: 'platform' }, follow, { retry: true })
    services.log('info', 'user follows the address of their account', { authId })
    return true
  } catch (error) {
    if (!hasCode(error, '23505')) throw error
    services.log('warn', 'an account got an address that waits for somebody who was invited', { authId })
    return false
  }
}
