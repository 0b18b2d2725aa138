import { sql } from 'kysely'
import { type AnyResource, type Fields, inputNames } from '../../src/schema'
import type { ApiRecord } from '../audit/change'
import type { Link } from '../db/links'
import type { UnitOfWork } from '../http/unitOfWork'

/** The values for a copy of a record: all writable ones except unique ones. */
export const copiedValues = (resource: AnyResource, record: ApiRecord): Record<string, unknown> => {
  const fields = resource.fields as Fields
  const names = inputNames(resource).filter(name => !fields[name]?.unique)
  return Object.fromEntries(names.map(name => [name, record[name]]))
}

/** Copies a record's references, in order, to another record without any. @returns the referenced ids */
export const copyTargets = async (
  { db, caller }: UnitOfWork,
  link: Link,
  from: string,
  to: string,
): Promise<string[]> => {
  const [table, rank] = [sql.table(link.table), sql.ref(link.rank)]
  const { rows } = await sql<{ targetId: string }>`insert into ${table} (tenant_id, owner_id, target_id, ${rank})
    select tenant_id, ${to}, target_id, ${rank} from ${table}
    where tenant_id = ${caller.tenant?.id} and owner_id = ${from}
    order by ${rank} returning target_id`.execute(db)
  return rows.map(({ targetId }) => targetId)
}
