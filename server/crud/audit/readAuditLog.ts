import { sql } from 'kysely'
import type { AuditEntry } from '../../../src/contract'
import { type AnyResource, type Role, readableValues } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import type { Condition } from '../scope'

type Row = Omit<AuditEntry, 'actor'> & {
  actorType: AuditEntry['actor']['type']
  actorId: string | null
  actorName: string | null
}

export interface Reader {
  role: Role | null
  resources: readonly AnyResource[]
}

const toEntry = ({ actorType, actorId, actorName, ...row }: Row, { role, resources }: Reader): AuditEntry => {
  const resource = resources.find(({ name }) => name === row.entityType)
  return {
    ...row,
    changes: resource ? readableValues(resource, row.changes, role) : row.changes,
    actor: { type: actorType, id: actorId, name: actorName },
  }
}

/**
 * Reads audit entries, newest first, without values that the reader may not read.
 * @param condition selects the tenant
 */
export const readAuditLog = async (
  db: Transaction,
  condition: Condition,
  { limit, offset = 0, reader }: { limit: number; offset?: number; reader: Reader },
): Promise<AuditEntry[]> => {
  const { rows } = await sql<Row>`
    select id, at, actor_type, actor_id, actor_name, action, entity_type, entity_id, entity_label, changes, reason, via, ip,
      request_id
    from audit_entries where ${condition} order by at desc, sequence desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(row => toEntry(row, reader))
}

export const countAuditLog = async (db: Transaction, condition: Condition): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from audit_entries where ${condition}`.execute(db)
  return rows[0]?.total ?? 0
}

/** One index step per actor. */
export const listActors = async (db: Transaction, tenantId: string): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive actors as (
      (select actor_id, actor_name from audit_entries where tenant_id = ${tenantId} and actor_id is not null
        order by actor_id, at desc, sequence desc limit 1)
      union all
      select later.* from actors cross join lateral (
        select actor_id, actor_name from audit_entries
        where tenant_id = ${tenantId} and actor_id > actors.actor_id
        order by actor_id, at desc, sequence desc limit 1
      ) as later
    )
    select actor_id as id, coalesce(actor_name, '') as name from actors order by lower(actor_name), actor_id`.execute(
    db,
  )
  return rows
}
