import { createContext, useContext } from 'react'

/** As the API answers it (server/core/savedViews). */
export interface SavedView {
  id: string
  name: string
  version: number
  visibility: 'private' | 'shared'
  isDefault: boolean
  isMine: boolean
  isOwnDefault: boolean
  filters: Readonly<Record<string, string | readonly string[]>>
  columns: readonly string[] | null
  brokenFilters: readonly string[]
  resolved: Readonly<Record<string, string | readonly string[]>>
}

export interface SavedViews {
  /** By name. */
  views: readonly SavedView[]
  open: SavedView | undefined
  isPending: boolean
  /** The address's view does not exist for this person. */
  isMissing: boolean
  refetch: () => Promise<unknown>
  hidden: readonly [readonly string[], (hidden: readonly string[]) => void] | undefined
}

export const SavedViewsContext = createContext<SavedViews | null>(null)

/** Null without saved views, as on another record's page. */
export const useSavedViews = (): SavedViews | null => useContext(SavedViewsContext)
