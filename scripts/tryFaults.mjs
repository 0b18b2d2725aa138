// Tries the promises of docs/promises.md as often as that page says: twenty kills of each kind, and twenty times the fuzzing.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const env = { ...process.env, KILL_ROUNDS: '20', FUZZ: '20' }
const run = (name, ...args) =>
  spawnSync(path.join(root, 'node_modules/.bin', name), args, { cwd: root, env, stdio: 'inherit' }).status === 0

const { buildAll } = await import('./build.mjs')
await buildAll()
const passed = [
  run(
    'vitest',
    'run',
    '--project',
    'api',
    '--testTimeout',
    '900000',
    'tests/api/db/embedded.test.ts',
    'tests/api/http/badInput.test.ts',
  ),
  run('playwright', 'test', 'tests/e2e/faults.spec.ts', 'tests/e2e/process.spec.ts'),
]
process.exit(passed.every(Boolean) ? 0 : 1)
