import { type AnyResource, tabsOf } from '../../schema'

/** Whether tabs divide the list by the same field as a board, whose columns then take their place. */
export const isDividedBy = (resource: AnyResource, by: string): boolean =>
  tabsOf(resource).some(([, { filter }]) => filter[by] !== undefined)
