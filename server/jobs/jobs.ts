import { sql } from 'kysely'
import { DAY, SECOND } from '../../src/time/instant'
import type { Database } from '../db/database'
import type { Log } from '../log'
import { repeat } from '../repeat'

/** Wakes a queue for a tenant. The queue's rows decide what is due. */
export interface Alarm {
  wake(queue: string, tenantId: string): void
}

/** For processes and tests that leave the work to others. */
export const noAlarm: Alarm = { wake: () => {} }

export interface Shift {
  /** Aborted when the process stops: give unfinished rows back. */
  signal: AbortSignal
  /** Aborted when no time is left to finish. */
  hurry: AbortSignal
  /** Call before looking for due rows, so that no wake is lost. */
  listen: () => Promise<void>
}

export const quietShift = (): Shift => ({
  signal: new AbortController().signal,
  hurry: new AbortController().signal,
  listen: () => new Promise(() => {}),
})

/** A table whose rows are work. */
export interface JobQueue {
  name: string
  tenantsDue(): Promise<string[]>
  backlog(): Promise<{ waiting: number; oldestSeconds: number }>
  /**
   * Works off all due rows, once at a time per tenant.
   * @returns milliseconds until the next is due; null if none waits
   */
  work(tenantId: string, shift: Shift): Promise<number | null>
}

interface JobOptions {
  database: Database
  isOn: boolean
  sweepSeconds: number
  log: Log
}

interface Due {
  queue: string
  tenantId: string
}

const keyOf = ({ queue, tenantId }: Due): string => `${queue} ${tenantId}`

export interface Jobs extends Alarm {
  start(queues: readonly JobQueue[]): void
  /** Takes no new rows, works for at most 24 s more, and gives the rest back. */
  stop(): Promise<void>
}

const channel = 'slotwise_due'
const mostSeconds = 24

class Run {
  #wake: () => void = () => {}
  isWoken = false

  readonly listen = (): Promise<void> => {
    this.isWoken = false
    return new Promise(resolve => {
      this.#wake = resolve
    })
  }

  wake() {
    this.isWoken = true
    this.#wake()
  }
}

/** docs/architecture.md#waiting-work */
export const createJobs = ({ database, isOn, sweepSeconds, log }: JobOptions): Jobs => {
  const warn = (message: string) => (error: unknown) => log('warn', message, { error: String(error) })
  const stopping = new AbortController()
  const hurry = new AbortController()
  const runs = new Map<string, Run>()
  const running = new Set<Promise<void>>()
  const reminders = new Map<string, NodeJS.Timeout>()
  let queues: ReadonlyMap<string, JobQueue> = new Map()
  let listening: Promise<() => Promise<void>> | undefined
  let stopSweeping: () => Promise<void> = async () => {}

  const work = async (queue: JobQueue, due: Due, run: Run): Promise<void> => {
    const { tenantId } = due
    const key = keyOf(due)
    try {
      let nextMs: number | null
      do {
        run.isWoken = false
        nextMs = await queue.work(tenantId, { signal: stopping.signal, hurry: hurry.signal, listen: run.listen })
      } while (run.isWoken && !stopping.signal.aborted)
      if (nextMs !== null && !stopping.signal.aborted) remind(due, nextMs)
    } catch (error) {
      if (!stopping.signal.aborted) warn('jobs: work was interrupted')(error)
    } finally {
      runs.delete(key)
    }
  }

  const begin = (due: Due): void => {
    const queue = queues.get(due.queue)
    if (!queue || stopping.signal.aborted) return
    const key = keyOf(due)
    const current = runs.get(key)
    if (current) {
      current.wake()
      return
    }
    const run = new Run()
    runs.set(key, run)
    const working: Promise<void> = work(queue, due, run).finally(() => running.delete(working))
    running.add(working)
  }

  const remind = (due: Due, ms: number): void => {
    const key = keyOf(due)
    const ring = () => {
      reminders.delete(key)
      begin(due)
    }
    clearTimeout(reminders.get(key))
    reminders.set(key, setTimeout(ring, Math.min(Math.ceil(ms), DAY)).unref())
  }

  const sweep = async (): Promise<void> => {
    for (const queue of queues.values()) {
      if (stopping.signal.aborted) return
      const tenants = await queue.tenantsDue().catch(error => {
        warn('jobs: the sweep failed')(error)
        return []
      })
      for (const tenantId of tenants) begin({ queue: queue.name, tenantId })
    }
  }

  const notify = (due: Due): void => {
    const payload = JSON.stringify(due)
    database
      .run({ as: 'platform' }, db => sql`select tell_processes(${channel}, ${payload})`.execute(db), {
        single: true,
      })
      .catch(warn('jobs: other processes were not woken'))
  }

  return {
    wake: (queue, tenantId) => {
      if (isOn) begin({ queue, tenantId })
      else notify({ queue, tenantId })
    },
    start: given => {
      if (!isOn) return
      queues = new Map(given.map(queue => [queue.name, queue]))
      listening = database.listen(channel, payload => payload && begin(JSON.parse(payload)))
      listening.catch(warn('jobs: no other process can wake this one before the sweep'))
      stopSweeping = repeat(sweep, sweepSeconds * SECOND)
    },
    stop: async () => {
      stopping.abort()
      for (const reminder of reminders.values()) clearTimeout(reminder)
      const swept = stopSweeping()
      await listening?.then(end => end()).catch(() => {})
      const late = setTimeout(() => hurry.abort(), mostSeconds * SECOND)
      await Promise.all([swept, ...running])
      clearTimeout(late)
    },
  }
}
