// Random histories under faults, checked afterwards (docs/promises.md):
// npm run faults -- [--seeds 5] [--ops 400] [--seed 7]
import { parseArgs } from 'node:util'
import { runHistory } from './history'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    ops: { type: 'string', default: '400' },
    seed: { type: 'string' },
  },
})
const first = Number(values.seed ?? 1)
const seeds = Array.from({ length: values.seed ? 1 : Number(values.seeds) }, (_, index) => first + index)

let failed = 0
for (const seed of seeds) {
  const started = Date.now()
  const { calls, ended, faults, broken } = await runHistory({ seed, ops: Number(values.ops) })
  const hurt = Object.entries(faults).map(([name, times]) => `${times} × ${name}`)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(
    `seed ${seed}: ${calls} calls (${ended.done} done, ${ended.refused} refused, ${ended.open} without an answer), ${hurt.join(', ') || 'no fault'}, ${broken.length} broken, ${seconds} s`,
  )
  for (const why of broken.slice(0, 20)) console.log(`  ${why}`)
  if (broken.length > 0) failed++
}
console.log(failed > 0 ? `${failed} of ${seeds.length} seeds broke a promise` : 'Every promise held.')
process.exitCode = failed > 0 ? 1 : 0
