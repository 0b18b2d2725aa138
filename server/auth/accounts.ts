import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { isKeptForAnother } from './formerAddresses'

export type UserMetadata = Readonly<Record<string, unknown>>

export interface UserFactor {
  id: string
  factor_type: 'totp'
  status: 'verified' | 'unverified'
  friendly_name: string
  created_at: string
  updated_at: string
}

export interface AccountRow {
  id: string
  email: string
  passwordHash: string | null
  emailConfirmedAt: string | null
  newEmail: string | null
  emailChangeSessionId: string | null
  emailChangeConfirmed: 'current' | 'new' | null
  userMetadata: UserMetadata
  appMetadata: UserMetadata
  isBanned: boolean
  bannedUntil: string | null
  isDemo: boolean
  lastSignInAt: string | null
  invitedAt: string | null
  createdAt: string
  updatedAt: string
  readonly factors: readonly UserFactor[]
}

type Changes = Partial<Omit<AccountRow, 'factors'>>

const table = 'authService.users'

const factors = sql<UserFactor[]>`coalesce((
  select json_agg(json_build_object(
    'id', factors.id, 'factor_type', 'totp', 'status', case when is_verified then 'verified' else 'unverified' end,
    'friendly_name', friendly_name, 'created_at', factors.created_at, 'updated_at', factors.updated_at) order by factors.id)
  from auth_service.factors where factors.user_id = users.id), '[]')`.as('factors')

const select = (trx: Transaction) => trx.selectFrom(table).selectAll().select(factors).$castTo<AccountRow>()

export const findById = (trx: Transaction, id: string): Promise<AccountRow | undefined> =>
  select(trx).where('id', '=', id).executeTakeFirst()

export const lockById = (trx: Transaction, id: string): Promise<AccountRow | undefined> =>
  select(trx).where('id', '=', id).forUpdate().executeTakeFirst()

export const findByEmail = (trx: Transaction, email: string): Promise<AccountRow | undefined> =>
  select(trx).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

/** Also false for an address that another account may reclaim. */
export const isFreeAddress = async (
  trx: Transaction,
  { email, userId, now }: { email: string; userId: string | null; now: number },
): Promise<boolean> => {
  const owner = await findByEmail(trx, email)
  return (!owner || owner.id === userId) && !(await isKeptForAnother(trx, { email, userId, now }))
}

const toColumns = ({ userMetadata, appMetadata, ...values }: Changes) => ({
  ...values,
  ...(userMetadata && { userMetadata: JSON.stringify(userMetadata) }),
  ...(appMetadata && { appMetadata: JSON.stringify(appMetadata) }),
})

export const insertAccount = async (
  trx: Transaction,
  values: Changes & { email: string },
  now: number,
): Promise<AccountRow | undefined> => {
  if (await isKeptForAnother(trx, { email: values.email, userId: null, now })) return undefined
  return trx
    .insertInto(table)
    .values(toColumns(values))
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .returning(factors)
    .$castTo<AccountRow>()
    .executeTakeFirst()
}

/**
 * Also changes the product's user, unless the product asks.
 * @throws the database's unique violation for a taken address, even of a user without an account
 */
export const updateAccount = async (
  trx: Transaction,
  id: string,
  changes: Changes,
  { isAskedByProduct = false } = {},
): Promise<AccountRow> => {
  const account = await trx
    .updateTable(table)
    .set({ ...toColumns(changes), updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .returning(factors)
    .$castTo<AccountRow>()
    .executeTakeFirstOrThrow()
  if (changes.email && !isAskedByProduct) await sql`select follow_address(${id}, ${account.email})`.execute(trx)
  return account
}

export const hasAccounts = async (trx: Transaction): Promise<boolean> =>
  (await select(trx).where('isDemo', '=', false).limit(1).execute()).length > 0

export const deleteDemoAccounts = async (trx: Transaction): Promise<void> => {
  await trx.deleteFrom(table).where('isDemo', '=', true).execute()
}

export const deleteAccount = async (trx: Transaction, id: string): Promise<void> => {
  await trx.deleteFrom(table).where('id', '=', id).execute()
}

export interface Admission {
  now: () => number
  admitsDemo: boolean
}

export const isShutOut = ({ isBanned, bannedUntil, isDemo }: AccountRow, { now, admitsDemo }: Admission): boolean =>
  (isDemo && !admitsDemo) || (isBanned && (bannedUntil === null || Date.parse(bannedUntil) > now()))

export const findAccounts = async (
  trx: Transaction,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ accounts: AccountRow[]; total: number }> => {
  const accounts = await select(trx)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await trx.selectFrom(table).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { accounts, total }
}

const identityOf = (row: AccountRow) => ({
  identity_id: row.id,
  id: row.id,
  user_id: row.id,
  identity_data: {
    sub: row.id,
    email: row.email,
    email_verified: row.emailConfirmedAt !== null,
    phone_verified: false,
  },
  provider: 'email',
  ...(row.lastSignInAt && { last_sign_in_at: row.lastSignInAt }),
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  email: row.email,
})

export const toUser = (row: AccountRow) => ({
  id: row.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: row.email,
  ...(row.emailConfirmedAt && { email_confirmed_at: row.emailConfirmedAt, confirmed_at: row.emailConfirmedAt }),
  ...(row.newEmail && row.emailChangeSessionId && { new_email: row.newEmail }),
  phone: '',
  ...(row.invitedAt && { invited_at: row.invitedAt }),
  ...(row.lastSignInAt && { last_sign_in_at: row.lastSignInAt }),
  ...(row.isBanned && row.bannedUntil && { banned_until: row.bannedUntil }),
  app_metadata: { provider: 'email', providers: ['email'], ...row.appMetadata },
  user_metadata: row.userMetadata,
  identities: [identityOf(row)],
  ...(row.factors.length > 0 && { factors: row.factors }),
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  is_anonymous: false,
})
