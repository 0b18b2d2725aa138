import { anyTable, type Transaction } from '../serve'

/** At most 65,535 values per statement. */
const rowsAtOnce = 1000

export const insertAll = async (db: Transaction, table: string, rows: readonly object[]): Promise<void> => {
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await anyTable(db)
      .insertInto(table)
      .values(rows.slice(first, first + rowsAtOnce))
      .execute()
}
