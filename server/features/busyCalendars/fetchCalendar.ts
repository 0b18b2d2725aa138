import { DAY, SECOND } from '../../../src/declare'
import type { BusyCalendar } from '../../../src/resources/busyCalendars'
import { callGuarded, type Services } from '../../serve'
import { readCalendar } from '../calendarFiles/calendarThread'
import type { BusyTime } from '../calendarFiles/readCalendar.mjs'
import { inTurn } from '../calendarFiles/readers'

export const limits = {
  timeoutMs: 10 * SECOND,
  bytes: 2 * 1024 * 1024,
  events: 5_000,
  aheadMs: 366 * DAY,
  readMs: 8 * SECOND,
}

export type Fetched =
  | { kind: 'read'; times: readonly BusyTime[]; etag: string | null; lastModified: string | null }
  | { kind: 'unchanged' }
  | { kind: 'failed'; error: NonNullable<BusyCalendar['lastError']> }

interface Asked {
  tenantId: string
  url: string
  etag: string | null
  lastModified: string | null
  timeZone: string
  now: number
  signal?: AbortSignal
}

export const fetchCalendar = async (
  settings: Services['webhooks']['settings'],
  { tenantId, url, etag, lastModified, timeZone, now, signal }: Asked,
): Promise<Fetched> => {
  const answer = await callGuarded(settings, {
    url,
    headers: {
      accept: 'text/calendar',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Slotwise-Calendars/1',
      ...(etag && { 'if-none-match': etag }),
      ...(lastModified && { 'if-modified-since': lastModified }),
    },
    timeoutMs: limits.timeoutMs,
    maxBytes: limits.bytes,
    ...(signal && { signal }),
  })
  if (answer.error) return { kind: 'failed', error: answer.error }
  if (answer.status === 304) return { kind: 'unchanged' }
  const text = answer.body.toString('utf8')
  const to = now + limits.aheadMs
  const request = { text, timeZone, from: now, to, mostEvents: limits.events, wants: 'times' as const }
  const result = await inTurn(tenantId, signal, () => readCalendar(request, { timeoutMs: limits.readMs, signal }))
  if (!result) return { kind: 'failed', error: 'timeout' }
  if (!('times' in result)) return { kind: 'failed', error: 'error' in result ? result.error : 'no_calendar' }
  const told = (name: 'etag' | 'last-modified') => answer.headers[name]?.slice(0, 500) ?? null
  return { kind: 'read', times: result.times, etag: told('etag'), lastModified: told('last-modified') }
}
