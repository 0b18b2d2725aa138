import { sql } from 'kysely'
import { customers } from '../../../src/resources/customers'
import type { Transaction } from '../../serve'

/** The audit log keeps the ids of merged customers. */
export const mergedInto = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive merges as (
      select entity_id as id, (changes -> 'mergedInto' ->> 'to')::uuid as into_id from audit_entries
      where tenant_id = ${tenantId} and entity_type = ${customers.name} and changes -> 'mergedInto' ->> 'to' is not null
    ), merged as (
      select id from merges where into_id = any(${ids})
      union
      select merges.id from merges join merged on merges.into_id = merged.id
    )
    select id from merged`.execute(db)
  return rows.map(({ id }) => id)
}
