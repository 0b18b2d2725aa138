import { users } from '../../../src/resources/users'
import { validate } from '../../../src/schema'
import { Problem } from '../problem'
import { unstorable } from '../queryParams'
import type { Services } from '../services'
import { type Identity, unauthorized } from './tokenVerifier'

/** The name that somebody gave the auth service, if it could be a user's. */
const usableName = (email: string, name: string | null): unknown => {
  const validated = validate(users, { email, name }, { role: null })
  return validated.ok && !unstorable.test(name ?? '') ? validated.values.name : null
}

/**
 * Makes or finds the user of an account that calls for the first time. Whoever was invited under an address gets that user,
 * roles and all, only if the auth service itself says that the address is confirmed; a token's own claims are not asked.
 * @throws Problem `unauthorized` when the auth service does not know the account; `email_unconfirmed`; `account_conflict`
 */
export const welcome = async ({ database, findAccount, log }: Services, identity: Identity): Promise<void> => {
  const account = await findAccount(identity)
  if (!account?.email) throw unauthorized('The sign-in service knows no such account.')
  const { email, isEmailConfirmed } = account
  const name = usableName(email, account.name)
  const { authId } = identity

  const outcome = await database.run({ as: 'platform' }, async db => {
    const created = await db
      .insertInto('users')
      .values({ authId, email, name, userType: 'user' })
      // Another request of the same person may be here too, or somebody has the address already.
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
