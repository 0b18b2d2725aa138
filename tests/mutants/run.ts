// Breaks the code in every small way, and asks the tests whether they notice (docs/promises.md):
// npm run mutants -- [--only series --only hours] [--file src/scheduling/series/recurrence.ts] [--part 5/8] [--workers 1]
import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Mutated } from './world'

interface Subject {
  name: string
  files: readonly string[]
  /** Quick ones first. */
  tests: readonly string[]
}

const scheduling = (...names: readonly string[]) => names.map(name => `tests/unit/scheduling/${name}.test.ts`)
const engineTests = [
  'explanations',
  'answers',
  'cases',
  'engine',
  'phases',
  'utilization',
  'lookups',
  'economy',
  'reference',
]

const subjects: readonly Subject[] = [
  {
    name: 'series',
    files: ['judgeSeries', 'occurrences', 'recurrence'].map(file => `src/scheduling/series/${file}.ts`),
    tests: scheduling('series/recurrence', 'series/judgeSeries'),
  },
  {
    name: 'hours',
    files: [
      ...['DayHours', 'Intervals', 'blocks', 'datedHours', 'openingDays'].map(file => `src/hours/${file}.ts`),
      ...['blocks', 'sets'].map(file => `src/scheduling/intervals/${file}.ts`),
      'src/scheduling/schedule/',
    ],
    tests: scheduling('hours', 'generation', 'cases'),
  },
  {
    name: 'policies',
    files: ['src/scheduling/rules/', 'src/scheduling/booking/'],
    tests: scheduling('policies', 'blackoutsOf'),
  },
  {
    name: 'tokens',
    files: [
      'server/features/public/signedToken.ts',
      'server/seal.ts',
      ...['links', 'passwords', 'secrets', 'sessionLimits', 'totp'].map(name => `server/auth/${name}.ts`),
    ],
    tests: ['tests/unit/server/tokens.test.ts'],
  },
  {
    name: 'API keys',
    files: ['server/http/identity/apiKey.ts', 'src/schema/apiScopes.ts'],
    tests: ['tests/unit/server/apiKey.test.ts'],
  },
  {
    name: 'engine',
    files: [
      ...['engine', 'checks', 'load'].map(room => `src/scheduling/${room}/`),
      ...['StepFunction', 'cursors', 'lengthWithin'].map(file => `src/scheduling/intervals/${file}.ts`),
    ],
    tests: scheduling(...engineTests),
  },
]

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    file: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
    workers: { type: 'string', default: '2' },
  },
})
/** Of eight parts, each has every eighth mutant: a sample. */
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const root = path.resolve(import.meta.dirname, '../..')
/** @param name of a file, or of a folder with a slash */
const filesIn = (name: string): string[] =>
  name.endsWith('/') ? readdirSync(path.join(root, name)).map(file => name + file) : [name]

const nothing = () => {}
const silent = { isDebugEnabled: () => false, debug: nothing, info: nothing, warn: nothing } as never

const mutate = async (names: readonly string[], folder: string) => {
  const files = names.map(name => ({
    name: path.join(root, name),
    mutate: true,
    content: readFileSync(path.join(root, name), 'utf8'),
  }))
  const options = { plugins: null, ignorers: [], excludedMutations: ['StringLiteral'] }
  const { files: written, mutants } = await new Instrumenter(silent).instrument(files, options)
  const places = written.map(({ name, content }, at) => {
    const place = path.join(folder, `${at}.ts`)
    writeFileSync(place, content)
    return [name, place] as const
  })
  return { files: Object.fromEntries(places), mutants }
}

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => line.split(' '))

/** How long, in milliseconds, the last line may be the last. */
const patience = (found: string): number => Number(readLines(found).at(-1)?.[2] ?? 120_000)

type End = 'passed' | 'failed' | 'stopped'

/** @param alone the mutant that is there from the start */
const live = (told: Mutated, alone = ''): Promise<{ end: End; output: string }> =>
  new Promise(resolve => {
    appendFileSync(told.found, '- starts\n')
    const vitest = spawn(
      'node_modules/.bin/vitest',
      ['run', '--config', 'tests/mutants/vitest.config.ts', '--root', root, '--bail', '1'],
      {
        cwd: root,
        env: { ...process.env, MUTANTS: JSON.stringify(told), __STRYKER_ACTIVE_MUTANT__: alone },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    let output = ''
    for (const stream of [vitest.stdout, vitest.stderr])
      stream.on('data', chunk => {
        output += chunk
      })
    let isStopped = false
    const watch = setInterval(() => {
      const silence = Date.now() - statSync(told.found).mtimeMs
      if (silence < 5000 || silence < patience(told.found)) return
      isStopped = true
      process.kill(-(vitest.pid as number), 'SIGKILL')
    }, 1000)
    vitest.on('close', code => {
      clearInterval(watch)
      resolve({ end: isStopped ? 'stopped' : code === 0 ? 'passed' : 'failed', output })
    })
  })

/** Tries its mutants in as few processes as possible: one more after each that loops. */
const tryAll = async (told: Mutated): Promise<{ killed: Set<string>; lines: string[][] }> => {
  writeFileSync(told.found, '')
  const killed = new Set<string>()
  for (;;) {
    const { end, output } = await live({ ...told, ids: told.ids.filter(id => !killed.has(id)) })
    const lines = readLines(told.found)
    for (const [id, what] of lines) if (id && what === 'killed') killed.add(id)
    if (end === 'passed') return { killed, lines }
    const [looping, what] = lines.at(-1) ?? []
    if (end === 'failed' || !looping || what !== 'begins')
      throw new Error(`The tests fail without a mutant:\n${output}`)
    killed.add(looping)
  }
}

const scores: { subject: string; mutants: number; survived: number; score: number; minutes: number }[] = []
for (const { name, files: patterns, tests } of subjects) {
  if (values.only && !values.only.includes(name)) continue
  const began = performance.now()
  const folder = path.join(root, '.cache/mutants', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const named = patterns.flatMap(filesIn).filter(file => values.file?.includes(file) ?? true)
  const { files, mutants } = await mutate(named, folder)
  const counted = mutants.filter(({ status }) => status !== 'Ignored').filter((_, at) => at % parts === part - 1)
  if (counted.length === 0) continue
  const lanes = Array.from(
    { length: Number(values.workers) },
    (_, lane): Mutated => ({
      files,
      tests,
      ids: counted.filter((_, at) => at % Number(values.workers) === lane).map(({ id }) => id),
      found: path.join(folder, `${lane}.txt`),
    }),
  )
  const tried = await Promise.all(lanes.map(tryAll))
  const killed = new Set(tried.flatMap(lane => [...lane.killed]))
  const known = (what: string) =>
    new Set(tried.flatMap(({ lines }) => lines.filter(line => line[1] === what).map(([id]) => id)))
  const [reached, atStart, spoiling] = [known('reached'), known('static'), known('spoils')]
  const waiting = counted.filter(({ id }) => !killed.has(id) && (atStart.has(id) || spoiling.has(id)))
  await Promise.all(
    lanes.map(async lane => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        if ((await live({ ...lane, ids: [] }, next.id)).end !== 'passed') killed.add(next.id)
    }),
  )
  const survivors = counted.filter(({ id }) => !killed.has(id))
  for (const { id, fileName, location, mutatorName, replacement } of survivors) {
    const { line, column } = location.start
    const place = `${path.relative(root, fileName)}:${line + 1}:${column + 1}`
    const state = reached.has(id) || atStart.has(id) ? 'survived' : 'not reached'
    console.log(`${place} ${state} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`)
  }
  const score = Math.floor((1 - survivors.length / counted.length) * 1000) / 10
  const minutes = Math.round((performance.now() - began) / 6000) / 10
  scores.push({ subject: name, mutants: counted.length, survived: survivors.length, score, minutes })
}
console.table(scores)
if (scores.length === 0) console.error('No subject has such a name, or such files.')
process.exitCode = scores.length === 0 || scores.some(({ score }) => score < 90) ? 1 : 0
