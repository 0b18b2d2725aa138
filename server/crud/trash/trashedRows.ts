import { sql } from 'kysely'
import { type AnyResource, pathParamNames, takeBackRole } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { labelOf } from '../../audit/auditLog'
import type { ApiRecord } from '../../audit/change'
import { beyondRows } from '../../db/beyondRows'
import { fileTies } from '../../db/fileTies'
import { actorIn, type UnitOfWork } from '../../http/unitOfWork'
import type { Cascade } from '../cascade'
import type { Scope } from '../scope'

const filesOf = ({ resource, records }: Cascade, cascade: readonly Cascade[]): { id: string; file: string }[] => {
  const rootOf = new Map(records.map(({ id }) => [id, id]))
  for (const { resource: child, records: nested } of cascade.toReversed())
    for (const record of nested)
      rootOf.set(record.id, rootOf.get(String(record[pathParamNames(child.api).at(-1) ?? ''])) ?? '')
  return [{ resource, records }, ...cascade].flatMap(({ resource: of, records: some }) =>
    some.flatMap(record =>
      fileTies(of).flatMap(({ field }) => {
        const file = (record[field] as { id: string } | null)?.id
        return file ? [{ id: rootOf.get(record.id) ?? '', file }] : []
      }),
    ),
  )
}

/** Call before deleting records. */
export const putInTrash = async (
  unit: UnitOfWork,
  { resource, hooks }: Scope,
  records: readonly ApiRecord[],
  cascade: readonly Cascade[],
): Promise<void> => {
  if (!resource.trash || takeBackRole(resource, { action: 'deleted', via: unit.via }) === null) return
  const tenantId = unit.caller.tenant?.id
  const actor = actorIn(unit.caller)
  const rows = records.map(record => ({
    id: record.id,
    label: hooks.label?.(record) ?? labelOf(resource, record),
    parents: Object.fromEntries(pathParamNames(resource.api).map(name => [name, record[name]])),
  }))
  const files = filesOf({ resource, records: [...records] }, cascade)
  await sql`
    with put as (
      insert into trash (tenant_id, entity_type, entity_id, entity_label, parents, deleted_at, deleted_by,
        deleted_by_type, deleted_by_name)
      select ${tenantId}, ${resource.name}, id, label, parents, ${formatInstant(unit.now)}, ${actor.id}::uuid,
        ${actor.type}, ${actor.name}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (id uuid, label text, parents jsonb)
    )
    insert into trash_files (tenant_id, entity_type, entity_id, file_id)
    select distinct ${tenantId}::uuid, ${resource.name}, id, file
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as files (id uuid, file uuid)`.execute(beyondRows(unit.db))
}

export const takeOutOfTrash = async (
  unit: Pick<UnitOfWork, 'db' | 'caller'>,
  { name, trash }: AnyResource,
  id: string,
): Promise<void> => {
  if (!trash) return
  await sql`delete from trash where tenant_id = ${unit.caller.tenant?.id} and entity_type = ${name}
    and entity_id = ${id}`.execute(beyondRows(unit.db))
}
