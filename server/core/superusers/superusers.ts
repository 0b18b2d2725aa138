import { lockInvariant } from '../../crud/lockInvariant'
import type { Database, Transaction } from '../../db/database'

export interface Superuser {
  email: string
  name: string | null
  isActive: boolean
  lastSignInAt: string | null
}

export interface PasswordToken {
  hash: string
  type: 'invite' | 'recovery'
}

export interface SuperuserAccounts {
  /**
   * Finds or creates an account. `token` is null for somebody with a password, unless `wantsLink`.
   * @throws for an account that may not sign in
   */
  prepare(email: string, options: { wantsLink: boolean }): Promise<{ authId: string; token: PasswordToken | null }>
}

const superusersIn = (db: Transaction) => db.selectFrom('users').where('userType', '=', 'superuser')

export const hasSuperuser = (database: Database): Promise<boolean> =>
  database.run({ as: 'platform' }, async db =>
    Boolean(await superusersIn(db).select('id').where('isActive', '=', true).limit(1).executeTakeFirst()),
  )

export const listSuperusers = (database: Database): Promise<Superuser[]> =>
  database.run({ as: 'platform' }, db =>
    superusersIn(db)
      .select(['email', 'name', 'isActive', 'lastSignInAt'])
      .orderBy('email')
      .$castTo<Superuser>()
      .execute(),
  )

const findUser = (db: Transaction, email: string) =>
  db.selectFrom('users').select(['id', 'authId', 'isActive', 'userType']).where('email', '=', email).executeTakeFirst()

const requireActiveUser = (user: { isActive: boolean } | undefined, email: string): void => {
  if (user && !user.isActive)
    throw new Error(`${email} is deactivated. A superuser can activate them under Super Admin.`)
}

/** @returns the token for a link */
export const addSuperuser = async (
  database: Database,
  accounts: SuperuserAccounts,
  given: string,
  options: { wantsLink: boolean },
): Promise<PasswordToken | null> => {
  const email = given.trim().toLowerCase()
  await database.run({ as: 'platform' }, async db => requireActiveUser(await findUser(db, email), email))
  const { authId, token } = await accounts.prepare(email, options)
  await database.run({ as: 'platform' }, async db => {
    const user = await findUser(db, email)
    requireActiveUser(user, email)
    if (user?.authId && user.authId !== authId)
      throw new Error(`${email} belongs to a user who signs in with another account.`)
    if (user) await db.updateTable('users').set({ authId, userType: 'superuser' }).where('id', '=', user.id).execute()
    else await db.insertInto('users').values({ email, authId, userType: 'superuser' }).execute()
  })
  return token
}

/** @throws for the last one, and for somebody who is not one */
export const removeSuperuser = (database: Database, given: string): Promise<void> =>
  database.run({ as: 'platform' }, async db => {
    const email = given.trim().toLowerCase()
    await lockInvariant(db, 'a superuser')
    const active = await superusersIn(db).select('email').where('isActive', '=', true).execute()
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ userType: 'user' })
      .where('email', '=', email)
      .where('userType', '=', 'superuser')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error(`${email} is no superuser.`)
    if (active.every(each => each.email === email))
      throw new Error(`${email} is the last superuser. Add another one first.`)
  })
