import { sql } from 'kysely'
import { resources } from '../../../src/resources'
import { blocks } from '../../../src/resources/blocks'
import { type ApiRecord, deleteRecords, findRecords, type Scope, type UnitOfWork } from '../../serve'

/** A block is deleted with its last rule. */
export const leaveBlocks = async (unit: UnitOfWork, rules: readonly ApiRecord[]): Promise<void> => {
  const ids = [...new Set(rules.flatMap(({ blockId }) => (typeof blockId === 'string' ? blockId : [])))]
  if (ids.length === 0) return
  const scope: Scope<typeof blocks> = { resource: blocks, hooks: {}, resources, caller: unit.caller, params: {} }
  // A parallel deletion of the block's other rule waits, and then finds none left.
  const held = await findRecords(unit.db, scope, ids, { lock: true })
  unit.atEnd.push(async () => {
    const { rows } = await sql<{ blockId: string }>`select distinct block_id from resource_rules
      where tenant_id = ${unit.caller.tenant?.id} and block_id = any(${ids})`.execute(unit.db)
    const kept = new Set(rows.map(({ blockId }) => blockId))
    const gone = held.filter(({ id }) => !kept.has(id))
    if (gone.length > 0) await deleteRecords(unit, scope, gone)
  })
}
