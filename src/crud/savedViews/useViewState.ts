import { type SortPayload, useListContext } from 'ra-core'
import { useLocation } from 'react-router'
import type { AnyResource } from '../../schema'
import { tabsOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { columnsOf } from '../list/columnsOf'
import { sortOf } from '../list/sortOf'
import { isFiltered, openingParams, perPage as usualRows } from '../list/tabs'
import { useHiddenColumns } from '../list/useShownColumns'
import { type SavedView, useSavedViews } from './context'
import { inWordsOf } from './relativeDates'

type Filters = SavedView['filters']

interface Asked {
  filters: Filters
  sort: SortPayload
  perPage: number
}

const asTexts = (filters: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      if (value === undefined || value === null || value === '') return []
      return [[name, Array.isArray(value) ? value.map(String) : String(value)]]
    }),
  )

/** Equal for equal queries. */
const written = ({ filters, sort, perPage }: Asked): string =>
  JSON.stringify([
    Object.entries(asTexts(filters))
      .map(([name, value]) => [name, ...[value].flat().toSorted()])
      .sort(),
    sort.field,
    sort.order,
    perPage,
  ])

const askedBy = (resource: AnyResource, { resolved }: SavedView): Asked => {
  const { sort, order, perPage, ...filters } = resolved
  const own = { field: String(sort), order: order === 'DESC' ? 'DESC' : 'ASC' } as const
  return { filters, sort: sort ? own : openingParams(resource).sort, perPage: Number(perPage ?? usualRows) }
}

const shownBy = ({ columns }: SavedView, names: readonly string[]): readonly string[] | undefined =>
  columns?.length ? names.filter((name, index) => index === 0 || columns.includes(name)) : undefined

/** The list's changes since it opened, and a view of them. */
export const useViewState = () => {
  const resource = useDeclaration()
  const { filterValues, sort, perPage } = useListContext()
  const { open } = useSavedViews() ?? {}
  const { search } = useLocation()
  const [hidden] = useHiddenColumns()
  const names = columnsOf(resource).map(({ name }) => name)
  const shown = names.filter((name, index) => index === 0 || !hidden.includes(name))
  const usual = names.filter(name => !resource.list.hidden?.includes(name))
  const filters = asTexts(filterValues)
  const changed = new URLSearchParams(search).get('columns')
  const hasOwnColumns = shown.join() !== usual.join()
  const tabSort = tabsOf(resource).find(([name]) => name === filters.tab)?.[1].sort
  const opens = sortOf(tabSort ?? resource.list.sort)
  const isSorted = sort.field !== opens.field || sort.order !== opens.order
  const isModified = open
    ? written({ filters, sort, perPage }) !== written(askedBy(resource, open)) ||
      (changed !== null && changed !== shownBy(open, names)?.join())
    : isFiltered(filters) || isSorted || hasOwnColumns
  const { q = null, ...kept } = filters
  return {
    isModified,
    filters: kept,
    query: {
      filters: open ? inWordsOf(open, resource, kept) : kept,
      q,
      sort: sort.field,
      order: sort.order,
      columns: changed !== null || open?.columns?.length || hasOwnColumns ? shown : [],
      perPage,
    },
  }
}
