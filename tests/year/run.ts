// A year of twenty businesses, with a clock that is set (docs/promises.md):
// npm run year -- [--seed 1] [--first 0] [--shops 20] [--days 366] [--from 2027-07-01]
// A business lives the same alone: --first 6 --shops 1 is the life of the seventh.
import { fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Lived, Options } from './year'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    shops: { type: 'string', default: '20' },
    days: { type: 'string', default: '366' },
    from: { type: 'string', default: '2027-07-01' },
  },
})
const started = Date.now()
const seconds = () => Math.round((Date.now() - started) / 1000)

/** Lives through the year of some of the businesses in a process with a database of its own. */
const live = (share: Options): Promise<Lived> =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'share.ts'), [JSON.stringify(share)], {
      // Most of what a night makes is short-lived.
      execArgv: [...process.execArgv, '--max-semi-space-size=64'],
    })
    child.on('message', ({ date, broken, lived }: { date: string; broken: string[]; lived?: Lived }) => {
      if (lived) return resolve(lived)
      for (const why of broken.slice(0, 20)) console.log(`  ${why.slice(0, 400)}`)
      if (share.first === first && /[05]$/.test(date)) console.log(`${date}, ${seconds()} s`)
    })
    child.once('exit', code => reject(new Error(`A process ended with ${code}.`)))
  })

const shops = Number(values.shops)
const processes = Math.min(2, shops)
const first = Number(values.first)
const edge = (index: number) => first + Math.round((shops * index) / processes)
const shares = Array.from({ length: processes }, (_, index) => ({
  ...{ seed: Number(values.seed), days: Number(values.days), from: values.from },
  ...{ first: edge(index), shops: edge(index + 1) - edge(index) },
}))
const lives = await Promise.all(shares.map(live))
const sum = (count: (lived: Lived) => number) => lives.reduce((total, lived) => total + count(lived), 0)
const violations = sum(({ violations }) => violations)
console.log(
  `seed ${values.seed}: ${shops} businesses, ${values.days} days from ${values.from}, ${sum(({ calls }) => calls)} calls, ${sum(({ bookings }) => bookings)} bookings, ${sum(({ mails }) => mails)} mails, ${violations} violations, ${seconds()} s`,
)
process.exitCode = violations > 0 ? 1 : 0
