import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startLocalPostgres } from '../api/support/localPostgres'
import { type Bench, type Measurement, middle } from './support/measurement'

const root = path.resolve(import.meta.dirname, '../..')
const rounds = 5

interface Start {
  /** Milliseconds from the command to the line that says so. */
  ready: number
  memory: number
}

/** Packs the built product, and installs it as an operator does. */
const installIn = (folder: string): { command: string; size: number } => {
  const inside = { cwd: folder, encoding: 'utf8' } as const
  const packed = ['pack', path.join(root, 'dist'), '--silent', '--pack-destination', folder]
  const file = execFileSync('npm', packed, inside).trim()
  const place = ['install', '--global', '--prefix', folder, '--no-audit', '--no-fund', '--silent', `./${file}`]
  execFileSync('npm', place, inside)
  const [kilobytes] = execFileSync('du', ['-sk', path.join(folder, 'lib')], inside).split('\t')
  return { command: path.join(folder, 'bin/slotwise'), size: Number(kilobytes) / 1024 }
}

const start = async (command: string, env: Record<string, string>): Promise<Start> => {
  const began = performance.now()
  const child = spawn(command, ['start'], {
    env: { ...process.env, NODE_OPTIONS: '', DEMO: 'off', PORT: '0', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) if (line.includes('"message":"ready"')) break
  const ready = performance.now() - began
  const [, resident] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  const ended = once(child, 'exit')
  child.kill()
  await ended
  return { ready, memory: Number(resident) / 1024 }
}

/** The shell's way to Node.js and back, which no start is quicker than. */
const bare = async (): Promise<number> => {
  const began = performance.now()
  await once(spawn(process.execPath, ['--eval', '0']), 'exit')
  return performance.now() - began
}

/** The package, installed, on what it finds in turns: nothing, its own data, and a database of a server. */
export default {
  title: 'Starting, installed from the package',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-installed-'))
    const postgres = await startLocalPostgres()
    try {
      const { command, size } = installIn(folder)
      const kept = path.join(folder, 'kept')
      await start(command, { DATA_DIR: kept })
      if (postgres) await start(command, { DATABASE_URL: postgres.url, DATA_DIR: kept })
      const found = { empty: [] as Start[], existing: [] as Start[], server: [] as Start[], bare: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        const DATA_DIR = path.join(folder, `empty-${round}`)
        await mkdir(DATA_DIR)
        found.empty.push(await start(command, { DATA_DIR }))
        found.existing.push(await start(command, { DATA_DIR: kept }))
        if (postgres) found.server.push(await start(command, { DATABASE_URL: postgres.url, DATA_DIR: kept }))
        found.bare.push(await bare())
      }
      const against = { what: 'Node.js, with nothing to do', figure: middle(found.bare) }
      const ready = (what: string, starts: Start[], aim?: string): Measurement[] =>
        starts.length === 0
          ? []
          : [
              {
                what: `ready, ${what}`,
                figure: middle(starts.map(each => each.ready)),
                unit: 'ms',
                against,
                ...(aim && { aim }),
              },
              { what: `memory then, ${what}`, figure: middle(starts.map(each => each.memory)), unit: 'MB' },
            ]
      return [
        { what: 'installed', figure: size, unit: 'MB', aim: '≤ 120 MB' },
        ...ready('in an empty folder', found.empty, '≤ 5,000 ms'),
        ...ready('existing data', found.existing, '≤ 3,000 ms'),
        ...ready('existing data on PostgreSQL', found.server, '≤ 3,000 ms'),
      ]
    } finally {
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
} satisfies Bench
