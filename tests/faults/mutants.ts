// Puts one fault after the other into a copy of the code, and lives through seeds until one of them finds it (docs/promises.md):
// npm run faults:mutants -- [--only ledger --only outbox] [--seeds 100]
import { spawnSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from '../e2e/support/projectCopy'

interface Mutant {
  name: string
  file: string
  /** What is there, once, and what is put in its place. */
  from: string
  to: string
  /** What is run, with a seed. */
  by: readonly string[]
}

const histories = ['tests/faults/run.ts', '--source', '--ops', '150']
const fewWeeks = ['tests/year/run.ts', '--shops', '8', '--from', '2027-10-10', '--days', '45']

const mutants: readonly Mutant[] = [
  {
    name: 'places',
    file: 'server/features/bookings/allocations.ts',
    from: 'active: takesPlace(status) }',
    to: "active: takesPlace(status) && capacityMode !== 'exclusive' }",
    by: histories,
  },
  {
    name: 'ledger',
    file: 'server/events/events.ts',
    from: 'coalesce(last.sequence, 0) + rows.nth,',
    to: "coalesce(last.sequence, 0) + rows.nth + (rows.type = 'booking.rescheduled')::int,",
    by: histories,
  },
  {
    name: 'outbox',
    file: 'server/events/events.ts',
    from: "where told.subject_type <> 'webhook'",
    to: "where told.subject_type <> 'webhook' and told.type <> 'booking.rescheduled'",
    by: histories,
  },
  {
    name: 'waitlist',
    file: 'server/features/waitlist/sweep.ts',
    from: 'and offer_expires_at <= ',
    to: "and offer_expires_at + interval '1 day' <= ",
    by: fewWeeks,
  },
  {
    name: 'series',
    file: 'src/scheduling/series/occurrences.ts',
    from: 'const startsAt = zone.at(day, minute)',
    to: 'const startsAt = zone.at(day - 7, minute) + 7 * DAY',
    by: fewWeeks,
  },
  {
    name: 'retention',
    file: 'server/features/customers/retention.ts',
    from: 'and bookings.ends_at >= ',
    to: 'and bookings.created_at >= ',
    by: ['tests/year/run.ts', '--shops', '4', '--days', '90'],
  },
]

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, seeds: { type: 'string', default: '100' } },
})
const chosen = mutants.filter(({ name }) => values.only?.includes(name) ?? true)
const project = await copyProject()

/** @returns its end, and the first violation that it names */
const live = (by: readonly string[], seed: number) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...by, '--seed', String(seed)], {
    cwd: project.folder,
    encoding: 'utf8',
  })
  const why = stdout.split('\n').find(line => line.startsWith('  '))
  return { status, violation: why?.trim(), output: stdout + stderr }
}

const swap = ({ name, file }: Mutant, before: string, after: string) =>
  project.edit(file, text => {
    if (text.split(before).length !== 2) throw new Error(`${name}: ${file} does not have this once: ${before}`)
    return text.replace(before, () => after)
  })

const find = ({ name, by }: Mutant): string | undefined => {
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const { status, violation, output } = live(by, seed)
    if (status === 0) continue
    if (violation) return `seed ${seed}: ${violation}`
    // A database that does not start finds nothing.
    console.log(`${name}: seed ${seed} ended with ${status} and names no violation: ${output.trim().slice(-400)}`)
  }
}

let survived = 0
try {
  for (const folder of ['bench/support', 'e2e/support', 'faults', 'year'])
    await cp(path.join(import.meta.dirname, '..', folder), path.join(project.folder, 'tests', folder), {
      recursive: true,
    })
  for (const by of new Set(chosen.map(one => one.by))) {
    const { status, output } = live(by, 1)
    if (status !== 0) throw new Error(`${by.join(' ')} fails without a fault in the code:\n${output}`)
  }
  for (const mutant of chosen) {
    await swap(mutant, mutant.from, mutant.to)
    const found = find(mutant)
    if (!found) survived++
    console.log(`${mutant.name}: ${found ?? `not found by ${values.seeds} seeds`}`)
    await swap(mutant, mutant.to, mutant.from)
  }
} finally {
  await project.remove()
}
process.exitCode = survived > 0 ? 1 : 0
