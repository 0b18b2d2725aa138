import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ReadRequest, ReadResult } from './readCalendar.mjs'

type Read = ReadResult | { error: 'timeout' | 'too_large' }

interface Limits {
  timeoutMs: number
  /** Limits its heap. Five thousand events in 2 MB take half of the default. */
  megabytes?: number
  signal?: AbortSignal | undefined
}

export const readCalendar = (request: ReadRequest, { timeoutMs, megabytes = 52, signal }: Limits): Promise<Read> =>
  new Promise((settle, fail) => {
    const worker = new Worker(path.join(import.meta.dirname, 'readCalendar.mjs'), {
      workerData: request,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 4 },
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
    worker.on('error', (error: NodeJS.ErrnoException) => {
      // An upgrade replaces the thread's file, which says nothing about the calendar.
      if (error.code?.endsWith('MODULE_NOT_FOUND')) fail(error)
      end({ error: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'no_calendar' })
    })
    worker.on('exit', () => end({ error: 'no_calendar' }))
  })
