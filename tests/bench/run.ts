// `npm run bench [-- name…]`: every `*.bench.ts` beside this, or those whose names contain one of the words, as tables.
import { readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Bench, toTable } from './support/measurement'

const folder = import.meta.dirname
const words = process.argv.slice(2)
const files = (await readdir(folder)).filter(
  name => name.endsWith('.bench.ts') && (words.length === 0 || words.some(word => name.includes(word))),
)
const [cpu] = os.cpus()
console.log(
  `${os.cpus().length} × ${cpu?.model.trim()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
)
for (const file of files.sort()) {
  const { default: bench } = (await import(pathToFileURL(path.join(folder, file)).href)) as { default: Bench }
  console.log(`\n## ${bench.title}\n`)
  console.log(toTable(await bench.run()))
}
process.exit(0)
