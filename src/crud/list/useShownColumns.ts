import { useStore } from 'ra-core'
import { useMemo } from 'react'
import { useDeclaration } from '../declaration'
import { useSavedViews } from '../savedViews/context'
import { columnsOf, type ListColumn } from './columnsOf'

const none: readonly string[] = []

export const useHiddenColumns = () => {
  const { name, list } = useDeclaration()
  const stored = useStore<readonly string[]>(`${name}.datatable`, list.hidden ?? none)
  return useSavedViews()?.hidden ?? stored
}

/** Always includes the first, which names the record. */
export const useShownColumns = (): ListColumn[] => {
  const resource = useDeclaration()
  const [hidden] = useHiddenColumns()
  return useMemo(
    () => columnsOf(resource).filter(({ name }, index) => index === 0 || !hidden.includes(name)),
    [resource, hidden],
  )
}
