// Drives twelve tasks by keyboard with Orca and Firefox, and writes docs/screen-reader.md: npm run accessibility:orca
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

const server = await startServer()
const reader = await startScreenReader()
try {
  const parts: string[] = []
  const outcomes: string[] = []
  /** Written after each task, since a run takes minutes. */
  const report = async () => {
    const done = outcomes.filter(outcome => outcome === 'done').length
    const head = `# Tasks with a screen reader

Made on ${new Date().toISOString().slice(0, 10)} by \`npm run accessibility:orca\`, which drives Orca ${versionOf('orca')} and Firefox ${versionOf('firefox-esr')} (Debian, English) by keyboard
alone through ${tasks.length} tasks of the admin and the booking page, and writes down what Orca would speak: ${done} are done. A machine drove and read
it; nobody listened. A task is missed when Orca does not say what tells that it is done.

\`Insert+a\` switches Orca between reading (“Browse mode”) and using (“Focus mode”) a page, \`KP_Enter\` asks where one is. Orca 43 falls back
to reading at some dialogs that open, since Firefox shows its window a second time as GTK’s: there people press \`Insert+a\`.

| task | outcome |
|---|---|
${tasks.map(({ title }, index) => `| ${index + 1}. ${title} | ${outcomes[index] ?? 'not reached'} |`).join('\n')}`
    await writeFile(file, [head, ...parts, ''].join('\n'))
    return done
  }
  for (const { title, run } of tasks) {
    const miss = await run(reader, server.url).then(
      () => null,
      (error: Error) => error.message,
    )
    outcomes.push(miss ? `**missed**: ${miss}` : 'done')
    parts.push(`\n## ${outcomes.length}. ${title}\n`, ...toMarkdown(reader.take()), `\n${outcomes.at(-1)}.`)
    console.log(`${title}: ${outcomes.at(-1)}`)
    await report()
  }
  console.log(`docs/screen-reader.md is written: ${await report()} of ${tasks.length} tasks are done.`)
} finally {
  await reader.stop()
  await server.stop()
  await removeData(server.dataDir)
}
process.exit()
