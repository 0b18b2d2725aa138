// `npm run check`: types, lint, import directions and nearest tests of the changes since the last commit, or of named
// files.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { concernedTests } from './concernedTests.mjs'
import { bin, root, run, said } from './run.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').filter(file =>
  existsSync(path.join(root, file)),
)
const named = process.argv.slice(2).map(file => path.relative(root, path.resolve(file)))
const changed = named.length
  ? named
  : [
      ...git('diff', '-z', '--name-only', '--relative', 'HEAD'),
      ...git('ls-files', '-z', '--others', '--exclude-standard'),
    ]
if (changed.length === 0) {
  process.stdout.write(
    'Nothing has changed since the last commit. Name files to check them: npm run check -- src/ui/Badge.tsx\n',
  )
  process.exit(0)
}

/** Seconds of one worker. */
const budget = 60

/** Vitest stores durations to order test files. */
const memory = path.join(root, 'node_modules/.vite/vitest')
const remembered = existsSync(memory) ? readdirSync(memory).map(each => path.join(memory, each, 'results.json')) : []
const durations = new Map(
  remembered
    .filter(file => existsSync(file))
    .flatMap(file => JSON.parse(readFileSync(file, 'utf8')).results)
    .map(([test, { duration }]) => [test.replace(/^[^:]*:/, ''), duration / 1000]),
)

const { found, reached } = concernedTests({ root, files, changed })
const secondsOf = test => durations.get(test) ?? 4
const nearestFirst = [...found].toSorted(([a, near], [b, far]) => near - far || secondsOf(a) - secondsOf(b))
const selected = []
let seconds = 0
for (const [test, nearness] of nearestFirst) {
  if (nearness > 0 && seconds > 0 && seconds + secondsOf(test) > budget) continue
  selected.push(test)
  seconds += secondsOf(test)
}

const linted = changed.filter(file => existsSync(path.join(root, file)))
await Promise.all([
  run(true, 'types', 'npm', 'run', '--silent', 'types'),
  linted.length > 0 &&
    run(true, 'lint and format', bin('biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...linted),
  run(true, 'import directions', process.execPath, 'scripts/checkFloors.mjs'),
  run(true, 'tests', bin('vitest'), 'run', '--reporter=dot', ...selected),
])
process.stdout.write(`\n${said.join('\n')}\n${reached} test files are concerned, ${selected.length} ran: ${selected.join(' ')}
Left out: the others, dead code, the build, and tests in a browser. \`npm test\` runs all.\n`)
process.exit(said.length === 0 ? 0 : 1)
