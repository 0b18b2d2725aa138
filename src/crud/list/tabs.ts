import type { AnyResource } from '../../schema'
import { tabsOf } from '../../schema'
import { memoized } from '../../ui/memoized'
import { sortOf } from './sortOf'

const openedOn = memoized((tab: string) => ({ tab }))

/** How a list opens: on its first part, in that part's order. */
export const openingParams = (resource: AnyResource) => {
  const [first] = tabsOf(resource)
  if (!first) return { sort: sortOf(resource.list.sort) }
  const [name, { sort }] = first
  return { sort: sortOf(sort ?? resource.list.sort), filterDefaultValues: openedOn(name) }
}

/** The filters that people set, without the part of the list they are on. */
export const withoutTab = ({ tab: _, ...filters }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  filters

/** The part alone, for a list without filters. */
export const onlyTab = ({ tab }: Readonly<Record<string, unknown>>): Record<string, unknown> => (tab ? { tab } : {})
