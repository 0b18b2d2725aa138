// Random histories under faults, checked afterwards (docs/promises.md):
// npm run faults -- [--seeds 5] [--ops 400] [--seed 7] [--pooled] [--source] [--shrink]
import { parseArgs } from 'node:util'
import { type Plan, planOf, runPlan, shrink } from './history'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    ops: { type: 'string', default: '400' },
    seed: { type: 'string' },
    /** Through PgBouncer in transaction mode. */
    pooled: { type: 'boolean', default: false },
    /** The servers as they stand in the source; the built ones otherwise. */
    source: { type: 'boolean', default: false },
    /** Looks for the shortest history that still fails. */
    shrink: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed ?? 1)
const seeds = Array.from({ length: values.seed ? 1 : Number(values.seeds) }, (_, index) => first + index)
const place = { isPooled: values.pooled, fromSource: values.source }

const sizeOf = ({ deeds, faults }: Plan) => `${deeds.flat().length} deeds, ${faults.length} faults`

let failed = 0
for (const seed of seeds) {
  const started = Date.now()
  const plan = planOf({ seed, ops: Number(values.ops) })
  const { calls, ended, faults, broken } = await runPlan(plan, place)
  const hurt = Object.entries(faults).map(([name, times]) => `${times} × ${name}`)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(
    `seed ${seed}: ${calls} calls (${ended.done} done, ${ended.refused} refused, ${ended.open} without an answer), ${hurt.join(', ') || 'no fault'}, ${broken.length} broken, ${seconds} s`,
  )
  for (const why of broken.slice(0, 20)) console.log(`  ${why}`)
  if (broken.length === 0) continue
  failed++
  if (!values.shrink) continue
  const promise = String(broken[0]).split(':')[0] ?? ''
  const short = await shrink(plan, promise, place, tried => console.log(`  trying ${sizeOf(tried)}`))
  console.log(`  ${promise} still fails with ${sizeOf(short)}: ${JSON.stringify(short)}`)
}
console.log(failed > 0 ? `${failed} of ${seeds.length} seeds broke a promise` : 'Every promise held.')
process.exitCode = failed > 0 ? 1 : 0
