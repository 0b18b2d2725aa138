import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../db/database'

export interface AccountRow {
  id: string
  email: string
  passwordHash: string | null
  emailConfirmedAt: string | null
  newEmail: string | null
  userMetadata: Record<string, unknown>
  isBanned: boolean
  lastSignInAt: string | null
  createdAt: string
  updatedAt: string
}

const table = 'authService.users'

export const findById = (trx: Transaction, id: string): Promise<AccountRow | undefined> =>
  trx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    Selectable<AccountRow> | undefined
  >

export const findByEmail = (trx: Transaction, email: string): Promise<AccountRow | undefined> =>
  trx.selectFrom(table).selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst() as Promise<
    AccountRow | undefined
  >

/** Undefined when the address is taken. */
export const insertAccount = (
  trx: Transaction,
  values: Partial<AccountRow> & { email: string },
): Promise<AccountRow | undefined> =>
  trx
    .insertInto(table)
    .values({ ...values, ...(values.userMetadata && { userMetadata: JSON.stringify(values.userMetadata) }) })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<AccountRow | undefined>

export const updateAccount = async (trx: Transaction, id: string, changes: Partial<AccountRow>): Promise<AccountRow> =>
  (await trx
    .updateTable(table)
    .set({
      ...changes,
      ...(changes.userMetadata && { userMetadata: JSON.stringify(changes.userMetadata) }),
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as AccountRow

/** The account as Supabase Auth's clients know it. */
export const toUser = (row: AccountRow) => ({
  id: row.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: row.email,
  ...(row.emailConfirmedAt && { email_confirmed_at: row.emailConfirmedAt, confirmed_at: row.emailConfirmedAt }),
  ...(row.newEmail && { new_email: row.newEmail }),
  phone: '',
  ...(row.lastSignInAt && { last_sign_in_at: row.lastSignInAt }),
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: row.userMetadata,
  identities: [],
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  is_anonymous: false,
})
