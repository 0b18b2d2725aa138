import { type AnyResource, tabsOf } from '../../schema'

/** The board then replaces the tabs. */
export const isDividedBy = (resource: AnyResource, by: string): boolean =>
  tabsOf(resource).some(([, { filter }]) => filter[by] !== undefined)
