import type { Transaction } from '../db/database'
import { AuthError } from './authError'

export interface FactorRow {
  id: string
  userId: string
  friendlyName: string
  secret: string
  isVerified: boolean
  lastStep: number | string | null
  createdAt: string
  updatedAt: string
  enrolledBy: string | null
}

const table = 'authService.factors'

/** GoTrue's limit per account. */
export const maxFactors = 10
const unverifiedForMs = 300_000

export const findFactors = (trx: Transaction, userId: string): Promise<FactorRow[]> =>
  trx.selectFrom(table).selectAll().where('userId', '=', userId).orderBy('id').$castTo<FactorRow>().execute()

export const findFactor = async (trx: Transaction, userId: string, id: string): Promise<FactorRow> => {
  const factor = await trx
    .selectFrom(table)
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .$castTo<FactorRow>()
    .executeTakeFirst()
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

export const hasVerifiedFactor = async (trx: Transaction, userId: string): Promise<boolean> =>
  (await trx
    .selectFrom(table)
    .select('id')
    .where('userId', '=', userId)
    .where('isVerified', '=', true)
    .executeTakeFirst()) !== undefined

interface NewFactor {
  userId: string
  friendlyName: string
  secret: string
  enrolledBy: string
  now: number
}

export const insertFactor = async (
  trx: Transaction,
  { userId, friendlyName, secret, enrolledBy, now }: NewFactor,
): Promise<FactorRow> => {
  const at = new Date(now).toISOString()
  return trx
    .insertInto(table)
    .values({ userId, friendlyName, secret, enrolledBy, createdAt: at, updatedAt: at })
    .returningAll()
    .$castTo<FactorRow>()
    .executeTakeFirstOrThrow()
}

export const deleteGivenUp = async (trx: Transaction, userId: string, now: number): Promise<void> => {
  await trx
    .deleteFrom(table)
    .where('userId', '=', userId)
    .where('isVerified', '=', false)
    .where('createdAt', '<', new Date(now - unverifiedForMs).toISOString())
    .execute()
}

export const deleteFactor = async (trx: Transaction, id: string): Promise<void> => {
  await trx.deleteFrom(table).where('id', '=', id).execute()
}

/** A code works once. */
export const acceptCode = async (
  trx: Transaction,
  { id, userId, isVerified }: FactorRow,
  step: number,
  now: number,
): Promise<void> => {
  await trx
    .updateTable(table)
    .set({ isVerified: true, lastStep: step, ...(!isVerified && { updatedAt: new Date(now).toISOString() }) })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom(table).where('userId', '=', userId).where('isVerified', '=', false).execute()
}
