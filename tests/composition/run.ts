// Features that touch a booking, in pairs and triples (docs/promises.md):
// npm run composition -- [--triples 500] [--seed 1] [--resume] [--only "pool + visit"] [--write]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openTestDatabase } from '../../testing/testDatabase'
import { NOW } from '../api/features/support/business'
import { openApi } from '../api/http/support/fixture'
import { startLocalPostgres } from '../api/support/localPostgres'
import { random as seeded } from '../bench/support/random'
import { compose } from './compose'
import { type Feature, features, featuresNamed } from './features'

const { values } = parseArgs({
  options: {
    triples: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    /** Leaves out what works together in an earlier run that was ended. */
    resume: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)

const pairs = (): Feature[][] => features.flatMap((one, index) => features.slice(index + 1).map(other => [one, other]))

const triples = (count: number): Feature[][] => {
  const random = seeded(seed)
  const found = new Map<string, Feature[]>()
  while (found.size < count) {
    const places = new Set(Array.from({ length: 3 }, () => Math.floor(random() * features.length)))
    if (places.size === 3)
      found.set(
        [...places].sort().join(),
        [...places].map(place => features[place] as Feature),
      )
  }
  return [...found.values()]
}

const combinations = values.only
  ? values.only.map(names => featuresNamed(...names.split(' + ')))
  : [...pairs(), ...triples(Number(values.triples))]
const own = { holdsPerNetwork: 1000, confirmsPerNetwork: 1000, powBits: 0 }
const batch = 50

/** A batch of combinations that work together. */
interface Well {
  /** Its combinations, and the code that they ran on. */
  hash: string
  steps: number
  exclusive: string[]
}

const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/slotwise')
const progress = path.join(cache, 'composition.json')
const well: Well[] = values.resume && existsSync(progress) ? JSON.parse(await readFile(progress, 'utf8')) : []

const git = (...words: string[]): string =>
  execFileSync('git', [...words, 'HEAD', '--', 'src', 'server', 'testing', 'tests', 'package-lock.json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  })
const code = git('ls-tree') + git('diff')
const hashOf = (some: readonly Feature[][]): string =>
  createHash('sha256')
    .update(JSON.stringify([code, seed, some.map(list => list.map(({ name }) => name))]))
    .digest('hex')

const batches = Array.from({ length: Math.ceil(combinations.length / batch) }, (_, index) =>
  combinations.slice(index * batch, (index + 1) * batch),
)
const hashes = batches.map(hashOf)
const before = well.filter(({ hash }) => hashes.includes(hash))
const waiting = batches.filter((_, index) => !before.some(({ hash }) => hash === hashes[index]))
const left = waiting.flat().length
let done = 0
let steps = before.reduce((sum, one) => sum + one.steps, 0)
const exclusive = new Set(before.flatMap(one => one.exclusive))
const broken: string[] = []
const started = Date.now()
const postgres = await startLocalPostgres()

const composeSome = async (some: readonly Feature[][]): Promise<void> => {
  const clock = { now: NOW }
  const on = await openTestDatabase(postgres?.url ?? null)
  const api = await openApi({ on, users: null, now: () => clock.now, own })
  const outcomes = []
  for (const combination of some) {
    clock.now = NOW
    const outcome = await compose(api, clock, combination, seed)
    outcomes.push(outcome)
    if (outcome.broken.length === 0) continue
    const name = outcome.names.join(' + ')
    broken.push(`${name}: ${outcome.broken[0]}`)
    console.log(`${name} (--seed ${seed} --only "${name}")`)
    for (const why of outcome.broken.slice(0, 5)) console.log(`  ${why.slice(0, 600)}`)
  }
  await api.close()
  await on.close()
  done += some.length
  const found = {
    steps: outcomes.reduce((sum, outcome) => sum + outcome.steps, 0),
    exclusive: outcomes.flatMap(outcome => outcome.exclusive),
  }
  steps += found.steps
  for (const one of found.exclusive) exclusive.add(one)
  if (!values.only && outcomes.every(outcome => outcome.broken.length === 0)) {
    well.push({ hash: hashOf(some), ...found })
    await mkdir(cache, { recursive: true })
    await writeFile(progress, JSON.stringify(well))
  }
  console.log(`${done} of ${left}, ${broken.length} broken, ${Math.round((Date.now() - started) / 1000)} s`)
}

const composeNext = async (): Promise<void> => {
  for (let some = waiting.shift(); some; some = waiting.shift()) await composeSome(some)
}

// The process waits for its database about half of the time.
await Promise.all([composeNext(), composeNext()])
await postgres?.stop()
console.log(`Refused by the domain, at the field that says why: ${exclusive.size === 0 ? 'none' : ''}`)
for (const one of [...exclusive].sort()) console.log(`  ${one}`)
const total = `${combinations.length.toLocaleString('en')} combinations of ${features.length} features, ${steps.toLocaleString('en')} steps`
console.log(`${total}: ${broken.length === 0 ? 'all work together' : `${broken.length} do not`}`)
if (values.write) await writeFile(path.join(root, 'docs/features-together.md'), page())
process.exitCode = broken.length > 0 ? 1 : 0

function page(): string {
  const list = (items: readonly string[]) => items.map(item => `- ${item}`).join('\n')
  return `# Features together

Written by \`npm run composition -- --write\`. Each pair of the features below, and ${values.triples} random triples of them, is set up in a
business of its own. There bookings are made, moved, cancelled and restored, and every law is checked after each step
([what is promised](../docs/promises.md)).

${new Date().toISOString().slice(0, 10)}, seed ${seed}: ${total}.

## What does not work together

${broken.length > 0 ? list(broken.toSorted()) : 'Nothing.'}

## What one variant cannot be at once

The API refuses it with 422, at the field after the colon. Two variants of the same resources can have one each, and their
bookings respect one another.

${list([...exclusive].sort())}

## The features

${list(features.map(({ name }) => name))}
`
}
