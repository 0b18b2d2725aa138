// Lives through one process's share of a year, for run.ts.
import { liveThrough } from './year'

process.once('disconnect', () => process.exit(1))
const lived = await liveThrough({
  ...JSON.parse(process.argv[2] ?? '{}'),
  onDay: (date, broken) => process.send?.({ date, broken }),
})
process.send?.({ lived })
process.disconnect?.()
