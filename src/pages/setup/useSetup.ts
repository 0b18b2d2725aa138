import { type SetupArea, setupAreas } from '../../routing/setupAreas'
import { type Count, useCounts } from '../useCounts'
import { type AreaStatus, areaStatus } from './setupStatus'

export interface AreaState extends SetupArea {
  count: Count | undefined
  status: AreaStatus
}

interface Setup {
  areas: AreaState[]
  /** How many of the areas that a first booking needs have something in them; undefined while that is not known. */
  done: number | undefined
  needed: number
}

const requests = setupAreas.map(({ resource }) => ({ resource }))

/** What is set up already in the current tenant. */
export const useSetup = (): Setup => {
  const counts = useCounts(requests)
  const areas = setupAreas.map((area, index) => {
    const count = counts[index]
    return { ...area, count, status: areaStatus(area, count) }
  })
  const needed = areas.filter(({ key }) => key !== 'resourceRules')
  const isKnown = needed.every(({ status }) => status !== 'unknown')
  return {
    areas,
    needed: needed.length,
    done: isKnown ? needed.filter(({ status }) => status === 'done').length : undefined,
  }
}
