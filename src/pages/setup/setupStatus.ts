import type { SetupArea } from '../../routing/setupAreas'
import type { Count } from '../useCounts'

export type AreaStatus = 'done' | 'missing' | 'optional' | 'unknown'

/** Where an area stands on the way to a first booking; only rules are not needed for one. */
export const areaStatus = ({ key }: Pick<SetupArea, 'key'>, count: Count | undefined): AreaStatus => {
  if (count?.total === undefined) return 'unknown'
  if (count.total > 0) return 'done'
  return key === 'resourceRules' ? 'optional' : 'missing'
}
