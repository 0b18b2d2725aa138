// `npm test`: every check and every test, on a machine that has only Node.js. Ends with one line: N passed, N failed.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'test-results')

/** @param isQuiet keeps what it says until it ends, so that several can run at once */
const run = (isQuiet, name, ...command) =>
  new Promise(resolve => {
    const started = Date.now()
    if (!isQuiet) process.stdout.write(`\n— ${name}\n`)
    const [file, ...args] = command
    const output = isQuiet ? 'pipe' : 'inherit'
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', output, output] })
    const said = []
    child.stdout?.on('data', chunk => said.push(chunk))
    child.stderr?.on('data', chunk => said.push(chunk))
    child.on('error', error => said.push(Buffer.from(`${error.message}\n`)))
    child.on('close', status => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isQuiet) process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...said]))
      process.stdout.write(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
      resolve(status === 0)
    })
  })
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

// For reading, not for passing: it counts as no check.
const counting = run(true, 'the code in figures', process.execPath, 'scripts/countCode.mjs')
const checks = await Promise.all([
  run(true, 'types', bin('tsc'), '--noEmit'),
  run(true, 'lint and format', bin('biome'), 'check', '--error-on-warnings', '.'),
  run(true, 'import directions', process.execPath, 'scripts/checkFloors.mjs'),
  run(true, 'dead code', bin('knip')),
  run(true, 'migrations match declarations', bin('tsx'), 'scripts/dbMigration.ts', '--check'),
])
await counting
await run(false, 'unit, API and UI tests', bin('vitest'), 'run')
const built = await run(false, 'build', process.execPath, 'scripts/build.mjs')
checks.push(built, built && (await run(false, 'bundle budget', process.execPath, 'scripts/checkBundle.mjs')))
if (built) await run(false, 'end-to-end tests', bin('playwright'), 'test')

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
    flaky: stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  })),
]
const total = key => counts.reduce((sum, count) => sum + count[key], 0)
const { flaky } = counts[2]
if (flaky) process.stdout.write(`\n${flaky} end-to-end tests passed at the second try only: they are flaky.\n`)
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`)
process.exit(total('failed') === 0 ? 0 : 1)
