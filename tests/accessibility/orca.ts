// Drives twelve tasks by keyboard with Orca and Firefox, twice, and writes docs/screen-reader.md: npm run accessibility:orca
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { removeData, startServer } from '../e2e/support/server'
import { type Step, startScreenReader } from './screenReader'
import { tasks } from './tasks'

const file = path.resolve(import.meta.dirname, '../../docs/screen-reader.md')

const versionOf = (program: string): string =>
  execFileSync(program, ['--version'], { encoding: 'utf8' }).replace(/[^\d.]/g, '')

const toMarkdown = (steps: readonly Step[]): string[] => [
  '| keys | Orca said |',
  '|---|---|',
  ...steps.map(({ did, said }) => `| ${did} | ${said.join(' · ').replaceAll('|', '\\|') || '–'} |`),
]

interface Outcome {
  /** `null`: done. */
  miss: string | null
  steps: readonly Step[]
}

/** One list of outcomes for each run. */
const runs: Outcome[][] = [[], []]

const cell = (outcome: Outcome | undefined): string => {
  if (!outcome) return 'not reached'
  return outcome.miss === null ? 'done' : '**missed**'
}

/** What was heard in the last run, and wherever a task was missed. */
const partsOf = (task: number): string[] =>
  runs.flatMap((outcomes, run) => {
    const outcome = outcomes[task]
    const isLast = !runs.slice(run + 1).some(later => later[task])
    if (!outcome || (outcome.miss === null && !isLast)) return []
    const end = outcome.miss === null ? 'done.' : `**missed**: ${outcome.miss}.`
    return [`\nRun ${run + 1}:\n`, ...toMarkdown(outcome.steps), `\n${end}`]
  })

const countDone = (outcomes: readonly Outcome[]) => outcomes.filter(({ miss }) => miss === null).length

/** Written after each task, since a run takes minutes. */
const report = async () => {
  const head = `# Tasks with a screen reader

Made on ${new Date().toISOString().slice(0, 10)} by \`npm run accessibility:orca\`, which drives Orca ${versionOf('orca')} and Firefox ${versionOf('firefox-esr')} (Debian, English) by keyboard
alone through ${tasks.length} tasks of the admin and the booking page, twice, each time with new data and a new browser, and writes down what Orca
would speak: ${runs.map(countDone).join(' and ')} are done. A machine drove and read it; nobody listened. A task is missed when Orca does not say what tells
that it is done.

\`Insert+a\` switches Orca between reading (“Browse mode”) and using (“Focus mode”) a page, \`KP_Enter\` asks where one is. Orca 43 falls back
to reading at some dialogs that open, since Firefox shows its window a second time as GTK’s: there people press \`Insert+a\`.

| task |${runs.map((_, run) => ` run ${run + 1} |`).join('')}
|---|${runs.map(() => '---|').join('')}
${tasks.map(({ title }, task) => `| ${task + 1}. ${title} |${runs.map(outcomes => ` ${cell(outcomes[task])} |`).join('')}`).join('\n')}`
  const parts = tasks.flatMap(({ title }, task) => [`\n## ${task + 1}. ${title}`, ...partsOf(task)])
  await writeFile(file, [head, ...parts, ''].join('\n'))
}

for (const outcomes of runs) {
  const server = await startServer()
  const reader = await startScreenReader()
  try {
    for (const { title, run } of tasks) {
      const miss = await run(reader, server.url).then(
        () => null,
        (error: Error) => error.message,
      )
      outcomes.push({ miss, steps: reader.take() })
      console.log(`${title}: ${miss ?? 'done'}`)
      await report()
    }
  } finally {
    await reader.stop()
    await server.stop()
    await removeData(server.dataDir)
  }
}
console.log(`docs/screen-reader.md is written: ${runs.map(countDone).join(' and ')} of ${tasks.length} tasks are done.`)
process.exit()
