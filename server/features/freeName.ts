import { sql } from 'kysely'
import type { catalogItems } from '../../src/resources/catalogItems'
import type { resourceRules } from '../../src/resources/resourceRules'
import type { schedules } from '../../src/resources/schedules'
import type { UnitOfWork } from '../serve'

/** Characters: more than any suffix has. */
const room = 20

/**
 * Adds the first suffix that makes the name unique in the tenant, ignoring case: a number if it is taken.
 * @param suffixOf of 1, 2, …; the name is cut if both are too long
 */
export const freeName = async (
  { db, caller }: UnitOfWork,
  { name: table, fields }: typeof catalogItems | typeof resourceRules | typeof schedules,
  name: string,
  suffixOf = (number: number): string => (number === 1 ? '' : ` ${number}`),
): Promise<string> => {
  const { max } = fields.name.options
  const beginning = name.slice(0, max - room).trimEnd()
  const rows = await db
    .selectFrom(table)
    .select('name')
    .where('tenantId', '=', String(caller.tenant?.id))
    .where(sql<boolean>`starts_with(lower(name), lower(${beginning}))`)
    .execute()
  const taken = new Set(rows.map(row => row.name.toLowerCase()))
  for (let number = 1; ; number++) {
    const suffix = suffixOf(number)
    const free = name.slice(0, max - suffix.length).trimEnd() + suffix
    if (!taken.has(free.toLowerCase())) return free
  }
}
