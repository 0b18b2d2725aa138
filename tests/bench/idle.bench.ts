import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startLocalPostgres } from '../api/support/localPostgres'
import { removeData, startServer } from '../e2e/support/server'
import type { Bench, Measurement } from './support/measurement'

/** Until what a start leaves behind is over, and how long is measured; in milliseconds. */
const [settling, measured] = [15_000, 60_000]

/** Seconds of a processor that a process has used so far. Linux counts hundredths. */
const usedBy = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The share of a core that the built server takes while nobody asks it anything, in percent. */
const idle = async (env: Record<string, string>): Promise<number> => {
  const server = await startServer({ env: { DEMO: 'off', ...env } })
  await wait(settling)
  const before = usedBy(server.pid)
  await wait(measured)
  const used = usedBy(server.pid) - before
  await server.stop()
  await removeData(server.dataDir)
  return (used / (measured / 1000)) * 100
}

const measure = async (where: string, urls: readonly [string, string] | null): Promise<Measurement> => {
  const at = (index: 0 | 1) => (urls ? { DATABASE_URL: urls[index] } : undefined)
  const [figure, floor] = await Promise.all([idle({ ...at(0) }), idle({ ...at(1), JOBS: 'off' })])
  const against = { what: 'the same with JOBS=off', figure: floor }
  return { what: `a core, while nothing is to be done, ${where}`, figure, unit: '%', against, aim: '≤ 1 %' }
}

const onServer = async (): Promise<Measurement[]> => {
  const postgres = await startLocalPostgres()
  if (!postgres) return []
  const client = new pg.Client(postgres.url)
  await client.connect()
  const urls = ['on', 'off'].map(name => postgres.url.replace(/\/postgres$/, `/jobs_${name}`)) as [string, string]
  for (const name of ['on', 'off']) await client.query(`create database jobs_${name}`)
  await client.end()
  try {
    return [await measure('PostgreSQL', urls)]
  } finally {
    await postgres.stop()
  }
}

/** What jobs cost a server that has nothing to do: the built one, so build it first. */
export default {
  title: 'Jobs that have nothing to do, over a minute',
  run: async () => [await measure('embedded', null), ...(await onServer())],
} satisfies Bench
