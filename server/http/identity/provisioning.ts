import { unstorable } from '../../../src/contract'
import type { AnyResource } from '../../../src/schema'
import { validate } from '../../../src/schema/validation'
import type { Transaction } from '../../db/database'
import { hasCode } from '../databaseProblem'
import { Problem } from '../problem'
import type { Services } from '../services'
import { type Identity, unauthorized } from './tokenVerifier'

const settled = new WeakSet<Identity>()

export const mayHaveMoved = (identity: Identity, email: string): boolean =>
  identity.email !== null && identity.email !== email && !settled.has(identity)

/** The auth service keeps addresses unique, so the account that lost this one has another. */
export const releaseAddress = async (db: Transaction, { authId, email }: { authId: string; email: string }) => {
  const held = db.selectFrom('users').select('id').where('email', '=', email).where('authId', '!=', authId)
  for (const { id } of await held.forUpdate().execute())
    await db
      .updateTable('users')
      .set({ email: `former-${id}@unknown.invalid` })
      .where('id', '=', id)
      .execute()
}

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

/** Takes over a token's new address from the auth service, unless an invited user has it. */
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

const usableName = (resources: readonly AnyResource[], email: string, name: string | null): string | null => {
  const users = resources.find(resource => resource.name === 'users')
  const validated = users && validate(users, { email, name }, { role: null })
  return validated?.ok && !unstorable.test(name ?? '') ? String(validated.values.name ?? '') || null : null
}

/**
 * Creates or finds the user at an account's first call. Links an invited user only if the auth service confirms the
 * address, whatever the token claims.
 * @throws Problem `unauthorized` for an account unknown to the auth service; `email_unconfirmed`; `account_conflict`
 */
export const provisionUser = async (
  { database, findAccount, log, resources }: Services,
  identity: Identity,
): Promise<void> => {
  const account = await findAccount(identity)
  if (!account?.email) throw unauthorized('The sign-in service knows no such account.')
  const { email, isEmailConfirmed } = account
  const name = usableName(resources, email, account.name)
  const { authId } = identity

  const outcome = await database.run({ as: 'platform' }, async db => {
    if (isEmailConfirmed) await releaseAddress(db, { authId, email })
    const created = await db
      .insertInto('users')
      .values({ authId, email, name, userType: 'user' })
      // A parallel request may have created the user, or the address is taken.
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (created.numInsertedOrUpdatedRows) return 'created'

    const found = await db
      .selectFrom('users')
      .select(['id', 'authId'])
      .where(eb => eb.or([eb('authId', '=', authId), eb('email', '=', email)]))
      .execute()
    if (found.some(user => user.authId === authId)) return 'known'
    const [existing] = found
    if (!existing || existing.authId) return 'conflict'
    if (!isEmailConfirmed) return 'unconfirmed'
    const linked = await db
      .updateTable('users')
      .set({ authId })
      .where('id', '=', existing.id)
      .where('authId', 'is', null)
      .executeTakeFirst()
    return linked.numUpdatedRows ? 'linked' : 'conflict'
  })

  if (outcome === 'unconfirmed') {
    throw new Problem('email_unconfirmed', 'Confirm your e-mail address first: somebody was invited under it.')
  }
  if (outcome === 'conflict') {
    throw new Problem('account_conflict', 'Another account already uses this e-mail address. Ask an administrator.')
  }
  log('info', 'user seen for the first time', { authId, outcome })
}
