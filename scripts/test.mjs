// `npm test`: every check and test. The last line counts passed, failed and skipped.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bin, root, run, said } from './run.mjs'

const results = path.join(root, 'test-results')

const countOf = async (file, read) => {
  try {
    return read(JSON.parse(await readFile(path.join(results, file), 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })

const counting = run(true, 'the code in figures', process.execPath, 'scripts/countCode.mjs')
const building = run(true, 'build', process.execPath, 'bin/slotwise.mjs', 'build')
const checking = Promise.all([
  building,
  run(true, 'types', 'npm', 'run', '--silent', 'types'),
  run(true, 'types of the package', 'npm', 'run', '--silent', 'prepack'),
  run(true, 'lint and format', bin('biome'), 'check', '--error-on-warnings', '.'),
  run(true, 'import directions', process.execPath, 'scripts/checkFloors.mjs'),
  run(true, 'dead code', bin('knip'), '--cache'),
  run(true, 'migrations match declarations', process.execPath, 'bin/slotwise.mjs', 'migration', '--check'),
])
const isBuilt = await building
// Both often wait for databases, servers or browsers.
const browsing = isBuilt && run(true, 'end-to-end tests', bin('playwright'), 'test')
const testing = checking.then(() => run(false, 'unit, API and UI tests', bin('vitest'), 'run'))
const checks = await checking
if (isBuilt) checks.push(await run(true, 'bundle budget', process.execPath, 'scripts/checkBundle.mjs'))
await Promise.all([counting, browsing])
const isTested = await testing

const say = (name, message = '') =>
  said.push(`✘ ${name}\n${stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')}`.trimEnd())

const vitestCounts = report => {
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter(test => test.status === 'failed')
    const file = path.relative(root, name)
    for (const { fullName, failureMessages } of failed) say(`${file} › ${fullName}`, failureMessages.join('\n'))
    if (status === 'failed' && !failed.length) say(file, message)
  }
  // The report omits files that fail to load, and errors outside tests.
  const failed = report.numFailedTests || (isTested ? 0 : 1)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

const e2eCounts = ({ stats, errors, suites }) => {
  const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  for (const { file, title, tests } of suites.flatMap(specsOf))
    for (const { status, results } of tests)
      if (status === 'unexpected' || status === 'flaky')
        say(
          `${file} › ${title}${status === 'flaky' ? ' (passed at the second try only: it is flaky)' : ''}`,
          results.find(result => result.error)?.error.message,
        )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}

const counts = [
  { passed: checks.filter(Boolean).length, failed: checks.filter(ok => !ok).length, skipped: 0 },
  await countOf('vitest.json', vitestCounts),
  await countOf('e2e.json', e2eCounts),
]
// The reports count these (tests/StrayReporter.ts).
const strays = await readFile(path.join(results, 'strays.json'), 'utf8').then(JSON.parse, () => [])
for (const { name, message } of strays) say(path.relative(root, name), message)
const total = key => counts.reduce((sum, count) => sum + count[key], 0)
if (said.length) process.stdout.write(`\n${said.join('\n\n')}\n`)
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`)
process.exit(total('failed') === 0 ? 0 : 1)
