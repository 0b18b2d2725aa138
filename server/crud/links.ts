import { type RawBuilder, sql } from 'kysely'
import type { AnyResource } from '../../src/schema'
import type { Transaction } from '../db/database'
import { type Link, linkOf } from '../db/links'

const linkColumn = ({ table }: Link, name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`)

const idOf = ({ name }: AnyResource): RawBuilder<unknown> => sql.ref(`${name}.id`)
const tenantOf = ({ name }: AnyResource): RawBuilder<unknown> => sql.ref(`${name}.tenantId`)

export const targetIds = (link: Link): RawBuilder<unknown> => sql`coalesce((
  select array_agg(${linkColumn(link, 'targetId')} order by ${linkColumn(link, link.rank)}, ${linkColumn(link, 'targetId')})
  from ${sql.table(link.table)}
  where ${linkColumn(link, 'tenantId')} = ${tenantOf(link.owner)} and ${linkColumn(link, 'ownerId')} = ${idOf(link.owner)}
), '{}')`

/** SQL over a record's row: the sorted ids of the records whose `references` field `name` has it. */
export const ownerIds = (owner: AnyResource, name: string): RawBuilder<unknown> => {
  const link = linkOf(owner, name)
  if (!link) throw new Error(`${owner.name}.${name} refers to no records.`)
  return sql`coalesce((
  select array_agg(${linkColumn(link, 'ownerId')} order by ${linkColumn(link, 'ownerId')})
  from ${sql.table(link.table)}
  where ${linkColumn(link, 'tenantId')} = ${tenantOf(link.target)} and ${linkColumn(link, 'targetId')} = ${idOf(link.target)}
), '{}')`
}

export const refersTo = (link: Link, ids: readonly unknown[]): RawBuilder<boolean> => sql`exists (
  select from ${sql.table(link.table)}
  where ${linkColumn(link, 'tenantId')} = ${tenantOf(link.owner)} and ${linkColumn(link, 'ownerId')} = ${idOf(link.owner)}
  and ${linkColumn(link, 'targetId')} = any(${ids})
)`

export const replaceTargets = async (
  db: Transaction,
  tenantId: string,
  link: Link,
  owners: readonly string[],
  targets: readonly string[],
): Promise<void> => {
  const [table, rank] = [sql.table(link.table), sql.ref(link.rank)]
  // The deleted and inserted rows must be disjoint: their order within a statement is undefined.
  await sql`
    with gone as (
      delete from ${table} where tenant_id = ${tenantId} and owner_id = any(${owners}) and not target_id = any(${targets})
    )
    insert into ${table} (tenant_id, owner_id, target_id, ${rank})
    select ${tenantId}, owners.id, targets.id, targets.place - 1
    from unnest(${owners}::uuid[]) as owners (id), unnest(${targets}::uuid[]) with ordinality as targets (id, place)
    on conflict (tenant_id, owner_id, target_id) do update set ${rank} = excluded.${rank}`.execute(db)
}

export const changeOwners = async (
  db: Transaction,
  tenantId: string,
  link: Link,
  target: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> => {
  const [table, rank] = [sql.table(link.table), sql.ref(link.rank)]
  await sql`
    with gone as (
      delete from ${table} where tenant_id = ${tenantId} and target_id = ${target} and owner_id = any(${removed})
    )
    insert into ${table} (tenant_id, owner_id, target_id, ${rank})
    select ${tenantId}, owners.id, ${target}, coalesce(
      (select max(${rank}) + 1 from ${table} where tenant_id = ${tenantId} and owner_id = owners.id), 0)
    from unnest(${added}::uuid[]) as owners (id)`.execute(db)
}
