import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { DAY, SECOND } from '../../../src/declare'
import type { BusyCalendar } from '../../../src/resources/busyCalendars'
import { callGuarded, type OutgoingSettings } from '../../serve'
import type { ReadRequest, ReadResult } from './readCalendar.mjs'
import { inTurn } from './readers'

export const limits = {
  timeoutMs: 10 * SECOND,
  bytes: 2 * 1024 * 1024,
  events: 5_000,
  aheadMs: 366 * DAY,
  readMs: 8 * SECOND,
}

/** Five thousand events in 2 MB take half of these 64 MB. */
const memory = { maxOldGenerationSizeMb: 52, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 4 }

/** `[start, end)`, with the id of a booking of ours. */
export type BusyTime = Extract<ReadResult, { times: unknown }>['times'][number]

export type Fetched =
  | { kind: 'read'; times: readonly BusyTime[]; etag: string | null; lastModified: string | null }
  | { kind: 'unchanged' }
  | { kind: 'failed'; error: NonNullable<BusyCalendar['lastError']> }

type Read = ReadResult | { error: 'timeout' | 'too_large' }

/** In a worker thread with limits of time and memory. */
export const readText = (request: ReadRequest, timeoutMs: number, signal?: AbortSignal): Promise<Read> =>
  new Promise(settle => {
    const worker = new Worker(path.join(import.meta.dirname, 'readCalendar.mjs'), {
      workerData: request,
      execArgv: [],
      env: {},
      resourceLimits: memory,
    })
    const end = (result: Read) => {
      clearTimeout(late)
      signal?.removeEventListener('abort', giveUp)
      settle(result)
      void worker.terminate()
    }
    const giveUp = () => end({ error: 'timeout' })
    const late = setTimeout(giveUp, timeoutMs)
    signal?.addEventListener('abort', giveUp)
    worker.on('message', end)
    worker.on('error', ({ code }: NodeJS.ErrnoException) =>
      end({ error: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'no_calendar' }),
    )
    worker.on('exit', () => end({ error: 'no_calendar' }))
  })

interface Asked {
  tenantId: string
  url: string
  etag: string | null
  lastModified: string | null
  /** For times without a zone. */
  timeZone: string
  now: number
  signal?: AbortSignal
}

export const fetchCalendar = async (
  settings: OutgoingSettings,
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
  const request = { text, timeZone, from: now, to, mostEvents: limits.events }
  const result = await inTurn(tenantId, signal, () => readText(request, limits.readMs, signal))
  if (!result) return { kind: 'failed', error: 'timeout' }
  if ('error' in result) return { kind: 'failed', error: result.error }
  const told = (name: 'etag' | 'last-modified') => answer.headers[name]?.slice(0, 500) ?? null
  return { kind: 'read', times: result.times, etag: told('etag'), lastModified: told('last-modified') }
}
