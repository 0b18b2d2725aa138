// `npm test`: every check and every test, on a machine that has only Node.js. Ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'test-results')

const run = (name, ...command) => {
  const started = Date.now()
  process.stdout.write(`\n— ${name}\n`)
  const [file, ...args] = command
  const { status } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  process.stdout.write(
    `— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  )
  return status === 0
}
const bin = name => path.join(root, 'node_modules/.bin', name)

const countOf = async (file, read) => {
  try {
    return read(JSON.parse(await readFile(path.join(results, file), 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })

const checks = [
  run('lint and format', bin('biome'), 'check', '--error-on-warnings', '.'),
  run('types', bin('tsc'), '--noEmit'),
  run('import directions', process.execPath, 'scripts/checkFloors.mjs'),
  run('dead code', bin('knip')),
  run('migrations match declarations', bin('tsx'), 'scripts/dbMigration.ts', '--check'),
]
run('unit, API and UI tests', bin('vitest'), 'run')
const built = run('build', process.execPath, 'scripts/build.mjs')
checks.push(built, built && run('bundle budget', process.execPath, 'scripts/checkBundle.mjs'))
if (built) run('end-to-end tests', bin('playwright'), 'test')

const counts = [
  { passed: checks.filter(Boolean).length, failed: checks.filter(ok => !ok).length, skipped: 0 },
  await countOf('vitest.json', report => ({
    passed: report.numPassedTests,
    // A file that fails to load has no tests of its own to count.
    failed: report.numFailedTests + (report.success ? 0 : report.numFailedTestSuites && !report.numFailedTests ? 1 : 0),
    skipped: report.numPendingTests,
  })),
  await countOf('e2e.json', ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  })),
]
const total = key => counts.reduce((sum, count) => sum + count[key], 0)
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`)
process.exit(total('failed') === 0 ? 0 : 1)
