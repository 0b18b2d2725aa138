import { sql } from 'kysely'
import type { UnitOfWork } from '../../serve'

/** The resources of a variant, in their order. */
export const resourceIdsOf = async ({ db, caller }: UnitOfWork, variantId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select target_id as id from variant_resources
    where tenant_id = ${caller.tenant?.id} and owner_id = ${variantId} order by priority`.execute(db)
  return rows.map(({ id }) => id)
}
