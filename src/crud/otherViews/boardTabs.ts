import { type AnyResource, tabsOf } from '../../schema'

/** Whether tabs divide the list as the columns of a board do, which then take their place. */
export const isDividedBy = (resource: AnyResource, by: string): boolean =>
  tabsOf(resource).some(([, { filter }]) => filter[by] !== undefined)
