// `npm run bench [-- word…]`: every `*.bench.ts` beside this, or those whose names contain one of the words, as tables.
// With `BENCH_ON=embedded` or `BENCH_ON=postgres`, those on both databases run on one alone.
import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Bench, toTable } from './support/measurement'

const folder = import.meta.dirname

const print = async (file: string): Promise<void> => {
  const { default: bench } = (await import(pathToFileURL(path.join(folder, file)).href)) as { default: Bench }
  console.log(`\n## ${bench.title}\n\n${toTable(await bench.run())}`)
}

/** One process for each: what one left on the heap is not the next one's burden. */
const printAll = async (words: readonly string[]): Promise<boolean> => {
  const files = (await readdir(folder)).filter(
    name => name.endsWith('.bench.ts') && (words.length === 0 || words.some(word => name.includes(word))),
  )
  const [cpu] = os.cpus()
  const date = new Date().toISOString().slice(0, 10)
  console.log(`${os.cpus().length} × ${cpu?.model.trim()}, Node ${process.versions.node}, ${date}`)
  return files
    .sort()
    .map(file => spawnSync(process.execPath, [...process.execArgv, import.meta.filename, file], { stdio: 'inherit' }))
    .every(({ status }) => status === 0)
}

const [only, ...others] = process.argv.slice(2)
if (only?.endsWith('.bench.ts')) await print(only)
else process.exitCode = (await printAll(only ? [only, ...others] : [])) ? 0 : 1
process.exit()
