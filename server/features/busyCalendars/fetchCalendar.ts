import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BusyCalendar } from '../../../src/resources/busyCalendars'
import { DAY, SECOND } from '../../../src/time/instant'
import type { OutgoingSettings } from '../../outgoing/addresses'
import { callGuarded } from '../../outgoing/callGuarded'
import { projectRoot } from '../../root'
import type { ReadRequest, ReadResult } from './readCalendar.mjs'

export const limits = { timeoutMs: 10 * SECOND, bytes: 2 * 1024 * 1024, events: 5_000, aheadMs: 366 * DAY }

/** What a calendar says of a time: `[start, end)` in epoch milliseconds, with the id of one of our bookings if it is named. */
export type BusyTime = Extract<ReadResult, { times: unknown }>['times'][number]

export type Fetched =
  | { kind: 'read'; times: readonly BusyTime[]; etag: string | null; lastModified: string | null }
  | { kind: 'unchanged' }
  | { kind: 'failed'; error: NonNullable<BusyCalendar['lastError']> }

/** Reads a calendar's text in a thread of its own, which ends when it takes too long or too much. */
export const readText = (request: ReadRequest, timeoutMs: number): Promise<ReadResult | { error: 'timeout' }> =>
  new Promise(settle => {
    const worker = new Worker(path.join(projectRoot, 'server/features/busyCalendars/readCalendar.mjs'), {
      workerData: request,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    })
    const end = (result: ReadResult | { error: 'timeout' }) => {
      clearTimeout(late)
      settle(result)
      void worker.terminate()
    }
    const late = setTimeout(() => end({ error: 'timeout' }), timeoutMs)
    worker.on('message', end)
    worker.on('error', () => end({ error: 'no_calendar' }))
    worker.on('exit', () => end({ error: 'no_calendar' }))
  })

interface Asked {
  url: string
  etag: string | null
  lastModified: string | null
  /** Of the resource: where times without a zone are. */
  timeZone: string
  now: number
  signal?: AbortSignal
}

/** Fetches a calendar once, by the guard of all typed addresses, and reads when it says that somebody is busy. */
export const fetchCalendar = async (
  settings: OutgoingSettings,
  { url, etag, lastModified, timeZone, now, signal }: Asked,
): Promise<Fetched> => {
  const startedAt = performance.now()
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
  const left = Math.max(SECOND, limits.timeoutMs - (performance.now() - startedAt))
  const to = now + limits.aheadMs
  const result = await readText({ text, timeZone, from: now, to, mostEvents: limits.events }, left)
  if ('error' in result) return { kind: 'failed', error: result.error }
  const told = (name: 'etag' | 'last-modified') => answer.headers[name]?.slice(0, 500) ?? null
  return { kind: 'read', times: result.times, etag: told('etag'), lastModified: told('last-modified') }
}
