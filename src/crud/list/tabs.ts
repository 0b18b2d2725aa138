import { firstListPath } from '../../dataProvider/readRecords'
import type { AnyResource } from '../../schema'
import { tabsOf } from '../../schema'
import { memoized } from '../../ui/memoized'
import { sortOf } from './sortOf'

const openedOn = memoized((tab: string) => ({ tab }))

const perPage = 25

/** How a list opens: on its first part, in that part's order. */
export const openingParams = (resource: AnyResource) => {
  const [first] = tabsOf(resource)
  if (!first) return { perPage, sort: sortOf(resource.list.sort) }
  const [name, { sort }] = first
  return { perPage, sort: sortOf(sort ?? resource.list.sort), filterDefaultValues: openedOn(name) }
}

/** The path and query of what a list that is opened as it is declared asks for first. */
export const firstRequest = (resource: AnyResource): string => {
  const { sort, filterDefaultValues: filter = {} } = openingParams(resource)
  return firstListPath(resource, { pagination: { page: 1, perPage }, sort, filter })
}

/** The filters that people set, without the part of the list they are on. */
export const withoutTab = ({ tab: _, ...filters }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  filters

/** The part alone, for a list without filters. */
export const onlyTab = ({ tab }: Readonly<Record<string, unknown>>): Record<string, unknown> => (tab ? { tab } : {})
