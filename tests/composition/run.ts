// Features that touch a booking, in pairs and triples (docs/promises.md):
// npm run composition -- [--triples 500] [--seed 1] [--skip 600] [--only "pool + visit"] [--write]
import { writeFile } from 'node:fs/promises'
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
    /** Goes on where an earlier run was ended. */
    skip: { type: 'string', default: '0' },
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
const broken: string[] = []
let steps = 0
const exclusive = new Set<string>()
const started = Date.now()
const batch = 50
const postgres = await startLocalPostgres()
let next = Number(values.skip)
let done = next

const composeSome = async (some: readonly Feature[][]): Promise<void> => {
  const clock = { now: NOW }
  const on = await openTestDatabase(postgres?.url ?? null)
  const api = await openApi({ on, users: null, now: () => clock.now, own })
  for (const combination of some) {
    clock.now = NOW
    const outcome = await compose(api, clock, combination, seed)
    steps += outcome.steps
    for (const one of outcome.exclusive) exclusive.add(one)
    if (outcome.broken.length === 0) continue
    const name = outcome.names.join(' + ')
    broken.push(`${name}: ${outcome.broken[0]}`)
    console.log(`${name} (--seed ${seed} --only "${name}")`)
    for (const why of outcome.broken.slice(0, 5)) console.log(`  ${why.slice(0, 600)}`)
  }
  await api.close()
  await on.close()
  done += some.length
  console.log(
    `${done} of ${combinations.length}, ${broken.length} broken, ${Math.round((Date.now() - started) / 1000)} s`,
  )
}

const composeNext = async (): Promise<void> => {
  while (next < combinations.length) {
    const from = next
    next += batch
    await composeSome(combinations.slice(from, next))
  }
}

// The process waits for its database about half of the time.
await Promise.all([composeNext(), composeNext()])
await postgres?.stop()
console.log(`Refused by the domain, at the field that says why: ${exclusive.size === 0 ? 'none' : ''}`)
for (const one of [...exclusive].sort()) console.log(`  ${one}`)
const total = `${combinations.length} combinations of ${features.length} features, ${steps} steps`
console.log(`${total}: ${broken.length === 0 ? 'all work together' : `${broken.length} do not`}`)
if (values.write) await writeFile(path.join(import.meta.dirname, '../../docs/features-together.md'), page())
process.exitCode = broken.length > 0 ? 1 : 0

function page(): string {
  const list = (items: readonly string[]) => items.map(item => `- ${item}`).join('\n')
  return `# Features together

Written by \`npm run composition -- --write\`: each pair of what touches a booking, and ${values.triples} triples of it, is set up in a business
of its own; bookings are made in it, moved, cancelled and restored, and every law is looked at after each step ([what is promised](../docs/promises.md)).

${new Date().toISOString().slice(0, 10)}, seed ${seed}: ${total}.

## What does not work together

${broken.length > 0 ? list(broken.toSorted()) : 'Nothing.'}

## What one thing cannot be at once

The API refuses it with 422 at the field that is named here. Two such variants of the same resources stand beside each other, and their bookings respect one another.

${list([...exclusive].sort())}

## The features

${features.map(({ name }) => name).join(' · ')}
`
}
