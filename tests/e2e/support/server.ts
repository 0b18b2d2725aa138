import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../../..')

export interface RunningServer {
  url: string
  dataDir: string
  pid: number
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  output(): string
}

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise(resolve => child.once('exit', resolve))

/** Has the demo data of `globalSetup`, as a server left it, where a server would make them there. */
const startingFolder = async ({ DEMO, DATABASE_URL }: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-e2e-'))
  const { E2E_DATA } = process.env
  if (E2E_DATA && DEMO !== 'off' && !DATABASE_URL) await cp(E2E_DATA, folder, { recursive: true })
  return folder
}

/** A short life does not repay the optimizing compiler, which takes half of an embedded start. */
const quickStart = ['--liftoff-only']

/**
 * Starts the built server as its own process, as `npm start` does, and waits until it is ready; in a folder of its own by default.
 * `project`: that of a copy of the project; `main`: what Node.js runs, when not its built server; `within`: a program that runs what
 * follows it.
 */
export const startServer = async ({
  dataDir: given,
  env = {},
  project = root,
  main,
  within = [],
}: {
  dataDir?: string
  env?: Record<string, string>
  project?: string
  main?: readonly string[]
  within?: readonly string[]
} = {}): Promise<RunningServer> => {
  const dataDir = given ?? (await startingFolder(env))
  const built = path.join(project, 'dist/server/main.js')
  const [program = '', ...args] = [...within, process.execPath, ...quickStart, ...(main ?? [built])]
  const child = spawn(program, args, {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    output += chunk
  })
  // A start takes over a minute on a machine that others use.
  const deadline = Date.now() + 180_000
  let url: string | undefined
  while (!url) {
    url = /"message":"ready".*?"url":"([^"]+)"/.exec(output)?.[1]
    if (!url && (child.exitCode !== null || Date.now() > deadline)) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${output}`)
    }
    if (!url) await wait(20)
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      return exited(child)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited(child)
    },
  }
}

export const removeData = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
