// Tests docs/promises.md as often as that page says. node scripts/tryFaults.mjs [embedded] [killed] [postgres] [fuzz]
// (default: all; KILL_ROUNDS and FUZZ for fewer)
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const env = { KILL_ROUNDS: '20', FUZZ: '20', ...process.env }
const run = (name, ...args) =>
  spawnSync(path.join(root, 'node_modules/.bin', name), args, { cwd: root, env, stdio: 'inherit' }).status === 0
const vitest = (...files) => run('vitest', 'run', '--project', 'api', '--testTimeout', '900000', ...files)
const playwright = (...files) =>
  spawnSync(process.execPath, ['bin/slotwise.mjs', 'build'], { cwd: root, stdio: 'inherit' }).status === 0 &&
  run('playwright', 'test', ...files)

const parts = {
  embedded: () => vitest('tests/api/db/embedded.test.ts'),
  killed: () => playwright('tests/e2e/process.spec.ts', 'tests/e2e/webhooks.spec.ts', 'tests/e2e/mails.spec.ts'),
  postgres: () => playwright('tests/e2e/faults.spec.ts'),
  fuzz: () => vitest('tests/api/http/badInput.test.ts'),
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Not one of ${Object.keys(parts).join(', ')}: ${unknown.join(', ')}`)
  process.exit(2)
}
const failed = []
for (const name of asked.length > 0 ? asked : Object.keys(parts)) if (!parts[name]()) failed.push(name)
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
