import { unstorable } from '../../../src/contract'
import type { AnyResource } from '../../../src/schema'
import { validate } from '../../../src/schema/validation'
import { Problem } from '../problem'
import type { Services } from '../services'
import { releaseAddress } from './followAddress'
import { type Identity, unauthorized } from './tokenVerifier'

const usableName = (resources: readonly AnyResource[], email: string, name: string | null): string | null => {
  const users = resources.find(resource => resource.name === 'users')
  const validated = users && validate(users, { email, name }, { role: null })
  return validated?.ok && !unstorable.test(name ?? '') ? String(validated.values.name ?? '') || null : null
}

/**
 * Creates or finds the user at an account's first call. An invited user is linked only if the auth service confirms
 * the address; the token's claims do not count. A left address is free for the next account that confirms it.
 * @throws Problem `unauthorized` when the auth service does not know the account; `email_unconfirmed`;
 * `account_conflict`
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
