import type { EventCatalogue } from '../../src/schema'
import { HOUR, SECOND } from '../../src/time/instant'
import { callGuarded, type OutgoingAnswer } from '../outgoing/callGuarded'
import type { Sealer } from '../seal'
import { contextOfRequest, inSpan, isTracing, traceparentOf } from '../traces'
import { isGone } from './health'
import { bodyOf, headersOf } from './message'
import type { Attempted, Taken } from './rows'
import { secretPurpose, type WebhookSettings } from './settings'

/** What delivering to a webhook needs: settings, the event catalogue, and the sealer of stored secrets. */
export interface AttemptOptions {
  settings: WebhookSettings
  sealer: Sealer
  catalogue: EventCatalogue
}

const excerpts = { request: 4096, response: 1024 }
const mostOfAnswer = 16 * 1024

/** The database cannot store NUL. */
const excerpt = (text: string, bytes: number): string =>
  Buffer.from(text.replaceAll('\0', ''))
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')

const askedWait = ({ status, headers }: OutgoingAnswer, now: number): number => {
  const asked = headers['retry-after']
  if ((status !== 429 && status !== 503) || !asked) return 0
  const ms = /^\d+$/.test(asked) ? Number(asked) * SECOND : Date.parse(asked) - now
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), HOUR)
}

const whatItSaid = (answer: OutgoingAnswer): string | null =>
  answer.body.length > 0 ? excerpt(answer.body.toString('utf8'), excerpts.response) || null : null

/** `isFinal`: no retry follows. @returns null if the process stopped meanwhile */
export const attempt = async (
  { settings, sealer, catalogue }: AttemptOptions,
  taken: Taken,
  { signal, isFinal = false }: { signal?: AbortSignal; isFinal?: boolean } = {},
): Promise<Attempted | null> => {
  const { id, webhookId, event } = taken
  const purpose = secretPurpose(event.tenantId, webhookId)
  const secrets = [taken.secret, taken.previousSecret].flatMap(sealed => (sealed ? sealer.open(sealed, purpose) : []))
  const body = bodyOf(catalogue, event, taken)
  const now = new Date()
  const { url } = taken
  const { timeoutMs, retrySeconds } = settings
  const headers = headersOf(event.id, body, secrets, now)
  const call = (more: object = {}) =>
    callGuarded(settings, {
      ...{ url, headers: { ...headers, ...more }, body, timeoutMs, maxBytes: mostOfAnswer },
      ...(signal && { signal }),
    })
  const answer = isTracing()
    ? await inSpan(contextOfRequest(event.requestId), { kind: 'client', name: 'webhook' }, span =>
        call({ traceparent: traceparentOf(span) }),
      )
    : await call()
  if (signal?.aborted && answer.error) return null
  const retry = retrySeconds[taken.attempts]
  const isOver = isFinal || retry === undefined || answer.error === 'blocked_address' || isGone(answer.status)
  const jitter = 0.8 + Math.random() * 0.4
  return {
    id,
    webhookId,
    status: answer.error === null ? 'succeeded' : isOver ? 'failed' : 'retrying',
    waitMs:
      answer.error === null || isOver
        ? null
        : Math.round(Math.max(retry * SECOND * jitter, askedWait(answer, now.getTime()))),
    responseStatus: answer.status,
    error: answer.error,
    requestExcerpt: excerpt(body, excerpts.request),
    responseExcerpt: whatItSaid(answer),
    durationMs: answer.durationMs,
  }
}
