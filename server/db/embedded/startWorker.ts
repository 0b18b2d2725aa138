import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { projectRoot } from '../../root'
import { surviveBrokenConnections } from '../postgres'
import { valueTypes } from '../valueTypes'
import { WorkerStream } from './WorkerStream'
import type { Request, Response, WorkerOptions } from './worker.mjs'

/** A running embedded PostgreSQL. */
export interface EmbeddedServer {
  /** Its one session, owned by the superuser; transactions take turns. */
  pool: pg.Pool
  /** All of its files as they are now, as a gzipped tar. */
  dump(): Promise<Uint8Array>
  /** Waits for running queries, then stops. */
  stop(): Promise<void>
}

/** Between attempts to start again, in milliseconds. */
const restartAfter = 1_000

const launch = async (options: WorkerOptions): Promise<Worker> => {
  const worker = new Worker(path.join(projectRoot, 'server/db/embedded/worker.mjs'), {
    workerData: options,
    // A loader of the main thread is of no use to plain JavaScript, and slow to start.
    execArgv: [],
  })
  await once(worker, 'message')
  return worker
}

/**
 * Starts PostgreSQL in a worker thread. When it breaks, as it does on a full disk, it starts again on its folder, from what it had
 * promised to keep; until it is back, every connection fails.
 */
export const startWorker = async (options: WorkerOptions): Promise<EmbeddedServer> => {
  let worker = await launch(options)
  let isStopping = false

  const restart = async () => {
    while (!isStopping) {
      await sleep(restartAfter)
      try {
        worker = await launch(options)
        watch()
        return
      } catch {
        // Whatever broke it is still so.
      }
    }
  }
  const watch = () => {
    const current = worker
    current.on('error', () => {})
    current.on('message', (message: Response) => message === 'broken' && void current.terminate())
    current.once('exit', () => {
      // What was only in memory is gone.
      if (!isStopping && options.folder) void restart()
    })
  }
  watch()

  const ask = async (request: Request): Promise<Response> => {
    worker.postMessage(request)
    const [response] = await once(worker, 'message')
    return response
  }

  const pool = surviveBrokenConnections(
    new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      types: valueTypes,
      stream: () => new WorkerStream(worker),
    }),
  )

  return {
    pool,
    dump: async () => {
      const response = await ask('dump')
      if (typeof response === 'string' || response instanceof Uint8Array) throw new Error('The worker sent no dump.')
      return response.dump
    },
    stop: async () => {
      isStopping = true
      await pool.end()
      if (worker.threadId < 0) return
      const stopped = once(worker, 'exit')
      await ask('close')
      await stopped
    },
  }
}
