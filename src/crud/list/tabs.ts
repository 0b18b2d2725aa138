import { firstListPath } from '../../dataProvider/readRecords'
import type { AnyResource } from '../../schema'
import { tabsOf } from '../../schema'
import { memoized } from '../../schema/memoize'
import { sortOf } from './sortOf'

const openedOn = memoized((tab: string) => ({ tab }))

export const perPage = 25

export const openingParams = (resource: AnyResource) => {
  const [first] = tabsOf(resource)
  if (!first) return { perPage, sort: sortOf(resource.list.sort) }
  const [name, { sort }] = first
  return { perPage, sort: sortOf(sort ?? resource.list.sort), filterDefaultValues: openedOn(name) }
}

export const firstRequest = (resource: AnyResource): string => {
  const { sort, filterDefaultValues: filter = {} } = openingParams(resource)
  return firstListPath(resource, { pagination: { page: 1, perPage }, sort, filter })
}

export const withoutTab = ({ tab: _, ...filters }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  filters

export const isFiltered = (filters: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(withoutTab(filters)).length > 0

export const onlyTab = ({ tab }: Readonly<Record<string, unknown>>): Record<string, unknown> => (tab ? { tab } : {})
