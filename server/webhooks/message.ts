import { Webhook } from 'standardwebhooks'
import type { AuditActor } from '../../src/contract'
import type { EventCatalogue } from '../../src/schema'

export interface SentEvent {
  id: string
  type: string
  subjectType: string
  subjectId: string
  tenantId: string
  sequence: number
  requestId: string | null
  occurredAt: string
  actor: AuditActor
  data: Readonly<Record<string, unknown>> | null
  previous: Readonly<Record<string, unknown>> | null
}

const mostBytes = 256 * 1024

type Values = Readonly<Record<string, unknown>>

const only = (values: Values, keep: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => keep(name)))

/** The same at every attempt, unless a person was forgotten meanwhile. */
export const bodyOf = (
  catalogue: EventCatalogue,
  event: SentEvent,
  { includesPersonalData }: { includesPersonalData: boolean },
): string => {
  const { type, occurredAt, tenantId, sequence, subjectType, subjectId } = event
  const { impersonal, internal = [] } = catalogue[subjectType] ?? {}
  const isTold = (name: string): boolean =>
    !internal.includes(name) &&
    (includesPersonalData || !impersonal || ['id', 'tenantId', ...impersonal].includes(name))
  const data = only(event.data ?? { id: subjectId }, isTold)
  const previous = event.previous && only(event.previous, isTold)
  const { type: by, id, name } = event.actor
  const actor = { type: by, id, ...(includesPersonalData && name !== null && { name }) }
  const head = { type, timestamp: occurredAt, tenantId, sequence, actor }
  const body = JSON.stringify({ ...head, data, previous })
  if (Buffer.byteLength(body) <= mostBytes) return body
  return JSON.stringify({ ...head, data: { id: subjectId }, previous: null, truncated: true })
}

/** @param secrets the current one, and the former one while both are valid */
export const headersOf = (id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Slotwise-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, now, body)).join(' '),
})
