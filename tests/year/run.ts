// A year of twenty businesses, with a clock that is set (docs/promises.md):
// npm run year -- [--seed 1] [--shops 20] [--days 366] [--from 2027-07-01]
import { parseArgs } from 'node:util'
import { liveThrough } from './year'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    shops: { type: 'string', default: '20' },
    days: { type: 'string', default: '366' },
    from: { type: 'string', default: '2027-07-01' },
  },
})
const started = Date.now()
let shown = 0
const seconds = () => Math.round((Date.now() - started) / 1000)
const { days, calls, bookings, mails, broken } = await liveThrough({
  ...{ seed: Number(values.seed), shops: Number(values.shops), days: Number(values.days), from: values.from },
  onDay: (date, found) => {
    for (const why of found.slice(shown, 40)) console.log(`  ${why.slice(0, 400)}`)
    shown = found.length
    if (/[05]$/.test(date)) console.log(`${date}: ${shown} broken, ${seconds()} s`)
  },
})
console.log(
  `seed ${values.seed}: ${values.shops} businesses, ${days} days from ${values.from}, ${calls} calls, ${bookings} bookings, ${mails} mails, ${broken.length} violations, ${seconds()} s`,
)
process.exitCode = broken.length > 0 ? 1 : 0
