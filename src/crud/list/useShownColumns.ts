import { useStore } from 'ra-core'
import { useDeclaration } from '../declaration'
import { columnsOf, type ListColumn } from './columnsOf'

const none: readonly string[] = []

export const useHiddenColumns = () => {
  const { name, list } = useDeclaration()
  return useStore<readonly string[]>(`${name}.datatable`, list.hidden ?? none)
}

/** The first column names the record. */
export const useShownColumns = (): ListColumn[] => {
  const resource = useDeclaration()
  const [hidden] = useHiddenColumns()
  return columnsOf(resource).filter(({ name }, index) => index === 0 || !hidden.includes(name))
}
