import { sql } from 'kysely'
import { param, uuidSchema } from '../../src/contract'
import { noteAction } from './audit/noteAction'
import type { ActionWork, ResourceHooks } from './hooks'
import { findRecord } from './scope'

const redrive: ActionWork = async ({ unit, scope, request, record }) => {
  const { db } = unit
  const { rows } = await sql<{ subjectId: string }>`
    update dead_letters set status = 'redriven' where tenant_id = ${record.tenantId} and id = ${record.id}
    returning subject_id`.execute(db)
  const again = request.services.redrives[String(record.queue)]
  const due = await again?.(unit, String(record.tenantId), rows[0]?.subjectId ?? '')
  if (due) unit.due.add(due)
  noteAction(unit, {
    ...{ action: 'redriven', resource: scope.resource, record, label: String(record.queue) },
    changes: { status: { from: 'dead', to: 'redriven' } },
  })
  return findRecord(db, scope, record.id)
}

export const deadLettersHooks: ResourceHooks = {
  actions: { redrive },
  filters: {
    subjectId: {
      param: param('ids', 'About one of these'),
      condition: ids => sql`dead_letters.subject_id = any(${ids})`,
    },
  },
  extras: {
    subjectId: { select: sql`dead_letters.subject_id`, schema: uuidSchema },
    eventId: { select: sql`dead_letters.event_id`, schema: { anyOf: [uuidSchema, { type: 'null' }] } },
  },
}
