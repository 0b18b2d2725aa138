import { sql } from 'kysely'
import type { Transaction } from '../../serve'

export const newIds = async (db: Transaction, count: number): Promise<{ newId: string; at: string }[]> => {
  const { rows } = await sql<{ newId: string; at: string }>`
    select uuid_v7() as new_id, now() as at from generate_series(1, ${count}::int)`.execute(db)
  return rows
}
