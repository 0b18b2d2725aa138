// `tsx scripts/releaseFixture.ts <main.js> <file>`: backs up a built server's demo data, which
// tests/api/db/releases.test.ts upgrades.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const [main = '', file = ''] = process.argv.slice(2)
const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'slotwise-release-'))
const env = { ...process.env, DATA_DIR, DEMO: 'on', PORT: '0', LOG_FORMAT: 'json' }
const command = [...process.execArgv, main]
const server = spawn(process.execPath, [...command, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const ended = once(server, 'exit')
// Leaving the stream itself would close it, and the server would fail to write its log.
const lines = createInterface({ input: server.stdout })
for await (const line of lines) if (line.includes('"message":"ready"')) break
server.kill()
await ended
await mkdir(path.dirname(file), { recursive: true })
execFileSync(process.execPath, [...command, 'backup', file], { env, stdio: 'inherit' })
await rm(DATA_DIR, { recursive: true })
