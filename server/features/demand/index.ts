import type { Subject } from '../../serve'
import { demandHooks } from './demandHooks'
import { demandRetention, demandSettling } from './jobs'

export const demand: Subject = {
  hooks: { demand: demandHooks },
  without: { demand: ['updateMany', 'usage', 'usageOfMany'] },
  jobs: [demandSettling, demandRetention],
}
