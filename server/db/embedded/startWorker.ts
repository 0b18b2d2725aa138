import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { projectRoot } from '../../root'
import { surviveBrokenConnections } from '../postgres'
import { valueTypes } from '../valueTypes'
import { WorkerStream } from './WorkerStream'
import type { Request, Response, WorkerOptions } from './worker.mjs'

export interface EmbeddedServer {
  /** One session, so transactions take turns. */
  pool: pg.Pool
  dump(): Promise<Uint8Array>
  stop(): Promise<void>
}

export const engineFolder = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

export const workerFile = path.join(projectRoot, 'server/db/embedded/worker.mjs')

const restartAfter = 1_000

let engine: Promise<WebAssembly.Module> | undefined

const compiledEngine = async (): Promise<WebAssembly.Module> => {
  try {
    engine ??= readFile(path.join(engineFolder, 'pglite.wasm')).then(bytes => WebAssembly.compile(bytes))
    return await engine
  } catch (error) {
    engine = undefined
    throw error
  }
}

type Place = Omit<WorkerOptions, 'engine'>

const launch = async (place: Place): Promise<Worker> => {
  const options: WorkerOptions = { ...place, engine: await compiledEngine() }
  const worker = new Worker(workerFile, {
    workerData: options,
    // Plain JavaScript needs none of the main thread's slow loaders.
    execArgv: [],
  })
  await once(worker, 'message')
  return worker
}

/** Restarts a broken worker, for example after a full disk, with all committed data. Connections fail meanwhile. */
export const startWorker = async (place: Place): Promise<EmbeddedServer> => {
  let worker = await launch(place)
  let isStopping = false

  const restart = async () => {
    while (!isStopping) {
      await sleep(restartAfter)
      try {
        worker = await launch(place)
        watch()
        return
      } catch {
        // The loop tries again.
      }
    }
  }
  const watch = () => {
    const current = worker
    current.on('error', () => {})
    current.on('message', (message: Response) => message === 'broken' && void current.terminate())
    current.once('exit', () => {
      // A database in memory cannot restart.
      if (!isStopping && place.folder) void restart()
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
      pipeline: true,
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
