import { sql } from 'kysely'
import type { Transaction } from '../db/database'

export interface GivenUp {
  queue: string
  subjectType: string
  subjectId: string
  eventId: string | null
  attempts: number
  lastError: string
}

/** Records abandoned work for people to review. Requires a tenant's transaction. */
export const writeDeadLetters = async (db: Transaction, tenantId: string, given: readonly GivenUp[]): Promise<void> => {
  if (given.length === 0) return
  const rows = given.map(({ queue, subjectType, subjectId, eventId, attempts, lastError }) => ({
    ...{ queue, attempts },
    subject_type: subjectType,
    subject_id: subjectId,
    event_id: eventId,
    last_error: lastError.slice(0, 500) || '—',
  }))
  await sql`
    insert into dead_letters (tenant_id, queue, subject_type, subject_id, event_id, attempts, last_error, failed_at)
    select ${tenantId}, queue, subject_type, subject_id, event_id, attempts, last_error, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (queue text, subject_type text, subject_id uuid,
      event_id uuid, attempts int, last_error text)`.execute(db)
}
