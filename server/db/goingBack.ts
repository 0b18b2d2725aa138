import pg from 'pg'
import { breaksOf } from './upgrade/breaks'
import { type Ask, type Catalog, readCatalog, readFormerNames, withoutColumns } from './upgrade/catalog'

const nothing = 'nothing'

/**
 * Call the result after a migration, in the transaction that writes the ledger.
 * @param unknown existing columns that the previous version does not know (`addedBefore`)
 * @param known the catalog, if the transaction has read it since its last change
 * @returns its result is the catalog after the migration
 */
export const watchBreaks = async (
  ask: Ask,
  unknown: ReadonlySet<string>,
  known?: Catalog,
): Promise<() => Promise<Catalog>> => {
  const before = withoutColumns(known ?? (await readCatalog(ask)), unknown)
  return async () => {
    const after = await readCatalog(ask)
    const breaks = breaksOf(before, after, await readFormerNames(ask))
    await ask(`select set_config('slotwise.breaks', ${pg.escapeLiteral(breaks.join(', ') || nothing)}, true)`)
    return after
  }
}

export const breaksOfNewer = async (ask: Ask, names: readonly string[]): Promise<string[]> => {
  const rows = await ask<{ name: string; breaks: string | null }>(
    // The ledger of an older version has no such column.
    `select name, to_jsonb(migrations) ->> 'breaks' as breaks from migrations where name in (${names.map(pg.escapeLiteral).join(', ')}) order by name`,
  )
  return rows.flatMap(({ name, breaks }) =>
    breaks === nothing ? [] : [`${name} (${breaks ?? 'not known to only add'})`],
  )
}
