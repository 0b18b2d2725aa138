import { once } from 'node:events'
import path from 'node:path'
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

/** Starts PostgreSQL in a worker thread. */
export const startWorker = async (options: WorkerOptions): Promise<EmbeddedServer> => {
  const worker = new Worker(path.join(projectRoot, 'server/db/embedded/worker.mjs'), {
    workerData: options,
    // A loader of the main thread is of no use to plain JavaScript, and slow to start.
    execArgv: [],
  })
  const ask = async (request: Request): Promise<Response> => {
    worker.postMessage(request)
    const [response] = await once(worker, 'message')
    return response
  }
  await once(worker, 'message')

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
      await pool.end()
      const stopped = once(worker, 'exit')
      await ask('close')
      await stopped
    },
  }
}
