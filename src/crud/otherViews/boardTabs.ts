import { type AnyResource, tabsOf } from '../../schema'

/** Whether tabs divide the list like the board, which then replaces them. */
export const isDividedBy = (resource: AnyResource, by: string): boolean =>
  tabsOf(resource).some(([, { filter }]) => filter[by] !== undefined)
