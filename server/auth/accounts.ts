import { sql } from 'kysely'
import type { Transaction } from '../db/database'

export type UserMetadata = Readonly<Record<string, unknown>>

export interface AccountRow {
  id: string
  email: string
  passwordHash: string | null
  emailConfirmedAt: string | null
  newEmail: string | null
  userMetadata: UserMetadata
  isBanned: boolean
  /** The end of the ban; null when it has none. */
  bannedUntil: string | null
  lastSignInAt: string | null
  createdAt: string
  updatedAt: string
}

const table = 'authService.users'

const select = (trx: Transaction) => trx.selectFrom(table).selectAll().$castTo<AccountRow>()

export const findById = (trx: Transaction, id: string): Promise<AccountRow | undefined> =>
  select(trx).where('id', '=', id).executeTakeFirst()

/** As `findById`, and nobody else changes the account until the transaction ends. */
export const lockById = (trx: Transaction, id: string): Promise<AccountRow | undefined> =>
  select(trx).where('id', '=', id).forUpdate().executeTakeFirst()

export const findByEmail = (trx: Transaction, email: string): Promise<AccountRow | undefined> =>
  select(trx).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

const toColumns = ({ userMetadata, ...values }: Partial<AccountRow>) => ({
  ...values,
  ...(userMetadata && { userMetadata: JSON.stringify(userMetadata) }),
})

/** Undefined when the address is taken. */
export const insertAccount = (
  trx: Transaction,
  values: Partial<AccountRow> & { email: string },
): Promise<AccountRow | undefined> =>
  trx
    .insertInto(table)
    .values(toColumns(values))
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .$castTo<AccountRow>()
    .executeTakeFirst()

/** @throws the database's unique violation when the new address is taken */
export const updateAccount = (trx: Transaction, id: string, changes: Partial<AccountRow>): Promise<AccountRow> =>
  trx
    .updateTable(table)
    .set({ ...toColumns(changes), updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .$castTo<AccountRow>()
    .executeTakeFirstOrThrow()

export const deleteAccount = async (trx: Transaction, id: string): Promise<void> => {
  await trx.deleteFrom(table).where('id', '=', id).execute()
}

/** `now`: milliseconds since the epoch. */
export const isShutOut = ({ isBanned, bannedUntil }: AccountRow, now: number): boolean =>
  isBanned && (bannedUntil === null || Date.parse(bannedUntil) > now)

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
  ...(row.isBanned && row.bannedUntil && { banned_until: row.bannedUntil }),
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: row.userMetadata,
  identities: [],
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  is_anonymous: false,
})
