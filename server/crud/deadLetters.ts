import { sql } from 'kysely'
import { idsParam, uuidSchema } from '../../src/contract'
import type { UnitOfWork } from '../http/unitOfWork'
import { noteAction } from './audit/noteAction'
import type { ActionWork, ResourceHooks } from './hooks'
import { findRecord } from './read'

/** Makes a given-up job due again. @returns the name of the queue to wake */
export type Redrive = (unit: UnitOfWork, tenantId: string, subjectId: string) => Promise<string | null>

const redriveWith =
  (queues: Readonly<Record<string, Redrive>>): ActionWork =>
  async ({ unit, scope, record }) => {
    const { db } = unit
    const { rows } = await sql<{ subjectId: string }>`
      update dead_letters set status = 'redriven' where tenant_id = ${record.tenantId} and id = ${record.id}
      returning subject_id`.execute(db)
    const due = await queues[String(record.queue)]?.(unit, String(record.tenantId), rows[0]?.subjectId ?? '')
    if (due) unit.due.add(due)
    noteAction(unit, {
      ...{ action: 'redriven', resource: scope.resource, record, label: String(record.queue) },
      changes: { status: { from: 'dead', to: 'redriven' } },
    })
    return findRecord(db, scope, record.id)
  }

export const deadLettersHooks = (queues: Readonly<Record<string, Redrive>>): ResourceHooks => ({
  actions: { redrive: redriveWith(queues) },
  filters: {
    subjectId: {
      param: idsParam('About one of these'),
      condition: ids => sql`dead_letters.subject_id = any(${ids})`,
    },
  },
  extras: {
    subjectId: { select: sql`dead_letters.subject_id`, schema: uuidSchema },
    eventId: { select: sql`dead_letters.event_id`, schema: { anyOf: [uuidSchema, { type: 'null' }] } },
  },
})
