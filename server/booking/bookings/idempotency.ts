import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database'
import { invalidField } from '../../http/problem'

const DAY = 86_400_000
const longestKey = 255

interface Call {
  tenantId: string
  userId: string
  key: string
  /** What was asked for. */
  body: unknown
  now: number
}

const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

const iso = (millis: number): string => new Date(millis).toISOString()

/**
 * Makes a call once only, when it carries the header `Idempotency-Key`: within 24 hours a retry is answered as the call was (domain
 * §3.8.4). Retries that come at the same time wait for the first; one that failed left nothing, and is tried anew.
 * @throws Problem `validation` for the same key with another request
 */
export const onlyOnce = async <T>(
  db: Transaction,
  { tenantId, userId, key, body, now }: Call,
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeated: boolean }> => {
  if (key.length > longestKey) throw invalidField('Idempotency-Key', 'validation.tooLong', { max: longestKey })
  const hash = hashOf(body)
  const yesterday = iso(now - DAY)
  const claimed = await sql`
    insert into idempotency_keys (tenant_id, user_id, key, request_hash, created_at)
    values (${tenantId}, ${userId}, ${key}, ${hash}, ${iso(now)})
    on conflict (tenant_id, user_id, key) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, answer = null
      where idempotency_keys.created_at <= ${yesterday}
    returning key`.execute(db)
  if (claimed.rows.length === 0) {
    const { rows } = await sql<{ requestHash: string; answer: string }>`
      select request_hash, answer from idempotency_keys
      where tenant_id = ${tenantId} and user_id = ${userId} and key = ${key}`.execute(db)
    const [first] = rows
    if (first?.requestHash !== hash) throw invalidField('Idempotency-Key', 'validation.retryDiffers')
    return { answer: JSON.parse(first.answer) as T, isRepeated: true }
  }
  const answer = await work()
  await sql`
    with old as (
      delete from idempotency_keys where tenant_id = ${tenantId} and created_at <= ${yesterday}
    )
    update idempotency_keys set answer = ${JSON.stringify(answer)}
    where tenant_id = ${tenantId} and user_id = ${userId} and key = ${key}`.execute(db)
  return { answer, isRepeated: false }
}
