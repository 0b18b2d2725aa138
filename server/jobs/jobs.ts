import PgBoss from 'pg-boss'
import { SECOND } from '../../src/time/instant'
import type { Database } from '../db/database'
import type { Log } from '../log'
import { repeat } from '../repeat'

/** Only says that rows may be due; the queue's rows say which. */
export interface Alarm {
  wake(queue: string, tenantId: string): void
  wakeIn(queue: string, tenantId: string, ms: number): void
}

/** For processes and tests that leave the work to others. */
export const noAlarm: Alarm = { wake: () => {}, wakeIn: () => {} }

export interface Shift {
  /** Aborted when the process stops: give back unfinished rows. */
  signal: AbortSignal
  /** Aborted when no time is left to finish. */
  hurry: AbortSignal
  /** Call it before looking for due rows, so that no wake is missed. */
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
  /** Works off all due rows. Runs once at a time per tenant. */
  work(tenantId: string, shift: Shift): Promise<void>
}

interface JobOptions {
  database: Database
  /** If false, this process only notifies the others. */
  isOn: boolean
  sweepSeconds: number
  log: Log
}

interface Due {
  queue: string
  tenantId: string
}

export interface Jobs extends Alarm {
  start(queues: readonly JobQueue[]): void
  /** Takes no new rows, finishes for at most 24 s, and gives the rest back. */
  stop(): Promise<void>
}

const name = 'due'
const mostSeconds = 24
/** The embedded database's only process wakes itself, so jobs only remind it of later rows. */
const pollSeconds = { embedded: 5, postgres: 0.5 } as const

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

/**
 * Rows are the truth, jobs the alarm clock. A process works off its own rows at once, pg-boss wakes the others and
 * reminds of later rows, and a sweep finds rows that no alarm announced.
 */
export const createJobs = ({ database, isOn, sweepSeconds, log }: JobOptions): Jobs => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.jobs.executeSql(text, values) },
    schema: 'pgboss',
    schedule: false,
    supervise: isOn,
    archiveCompletedAfterSeconds: 60,
    deleteAfterMinutes: 10,
  })
  const warn = (message: string) => (error: unknown) => log('warn', message, { error: String(error) })
  boss.on('error', warn('jobs: the database did not answer'))
  const stopping = new AbortController()
  const hurry = new AbortController()
  const runs = new Map<string, Run>()
  const running = new Set<Promise<void>>()
  let queues: ReadonlyMap<string, JobQueue> = new Map()
  let ready: Promise<unknown> = Promise.resolve()
  let stopSweeping: () => Promise<void> = async () => {}

  const work = async (queue: JobQueue, tenantId: string, run: Run): Promise<void> => {
    try {
      do {
        run.isWoken = false
        await queue.work(tenantId, { signal: stopping.signal, hurry: hurry.signal, listen: run.listen })
      } while (run.isWoken && !stopping.signal.aborted)
    } catch (error) {
      // The sweep retries it.
      if (!stopping.signal.aborted) warn('jobs: work was interrupted')(error)
    } finally {
      runs.delete(`${queue.name} ${tenantId}`)
    }
  }

  const begin = ({ queue: of, tenantId }: Due): void => {
    const queue = queues.get(of)
    if (!queue || stopping.signal.aborted) return
    const key = `${of} ${tenantId}`
    const current = runs.get(key)
    if (current) {
      current.wake()
      return
    }
    const run = new Run()
    runs.set(key, run)
    const working: Promise<void> = work(queue, tenantId, run).finally(() => running.delete(working))
    running.add(working)
  }

  const send = (due: Due, seconds: number): void => {
    // One reminder per time slot is enough.
    const slot = seconds === 0 ? 'now' : Math.ceil((Date.now() / SECOND + seconds) / 5)
    const options = { startAfter: seconds, singletonKey: `${due.queue} ${due.tenantId} ${slot}`, retryLimit: 0 }
    void ready.then(() => boss.send(name, due, options)).catch(() => {})
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

  return {
    wake: (queue, tenantId) => {
      if (isOn) begin({ queue, tenantId })
      else send({ queue, tenantId }, 0)
    },
    wakeIn: (queue, tenantId, ms) => {
      if (!stopping.signal.aborted) send({ queue, tenantId }, Math.ceil(ms / SECOND))
    },
    start: given => {
      if (isOn) queues = new Map(given.map(queue => [queue.name, queue]))
      ready = boss
        .start()
        .then(() => boss.createQueue(name, { name, policy: 'short' }))
        .then(() =>
          isOn
            ? boss.work<Due>(
                name,
                { batchSize: 100, pollingIntervalSeconds: pollSeconds[database.kind] },
                async jobs => {
                  for (const { data } of jobs) begin(data)
                },
              )
            : undefined,
        )
      ready.catch(warn('jobs did not start: the sweep does their part'))
      if (!isOn) return
      stopSweeping = repeat(sweep, sweepSeconds * SECOND)
    },
    stop: async () => {
      stopping.abort()
      const swept = stopSweeping()
      await ready.catch(() => {})
      await boss.stop({ graceful: false, wait: true, close: false }).catch(() => {})
      const late = setTimeout(() => hurry.abort(), mostSeconds * SECOND)
      await Promise.all([swept, ...running])
      clearTimeout(late)
    },
  }
}
