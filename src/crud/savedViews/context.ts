import { createContext, useContext } from 'react'

/** As the API answers it (server/core/savedViews). */
export interface SavedView {
  id: string
  name: string
  version: number
  visibility: 'private' | 'shared'
  /** The tenant's default for the list. */
  isDefault: boolean
  isMine: boolean
  isOwnDefault: boolean
  filters: Readonly<Record<string, string | readonly string[]>>
  columns: readonly string[] | null
  brokenFilters: readonly string[]
  /** The query as of now, as the list takes it. */
  resolved: Readonly<Record<string, string | readonly string[]>>
}

export interface SavedViews {
  /** In the order of their names. */
  views: readonly SavedView[]
  open: SavedView | undefined
  isPending: boolean
  /** Whether the address names a view that is not there for this person. */
  isMissing: boolean
  refetch: () => Promise<unknown>
  /** Of the open view: the hidden columns, and the function that changes them. */
  hidden: readonly [readonly string[], (hidden: readonly string[]) => void] | undefined
}

export const SavedViewsContext = createContext<SavedViews | null>(null)

/** The saved views of the surrounding list; null where it keeps none, as on the page of another record. */
export const useSavedViews = (): SavedViews | null => useContext(SavedViewsContext)
