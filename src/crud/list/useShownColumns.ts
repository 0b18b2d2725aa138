import { useStore } from 'ra-core'
import { useDeclaration } from '../declaration'
import { columnsOf, type ListColumn } from './columnsOf'

const none: readonly string[] = []

/** The columns that are hidden: those declared so, until the person chooses; remembered for each resource. */
export const useHiddenColumns = () => {
  const { name, list } = useDeclaration()
  return useStore<readonly string[]>(`${name}.datatable`, list.hidden ?? none)
}

/** The declared columns without the hidden ones; the first one stays, since it names the record. */
export const useShownColumns = (): ListColumn[] => {
  const resource = useDeclaration()
  const [hidden] = useHiddenColumns()
  return columnsOf(resource).filter(({ name }, index) => index === 0 || !hidden.includes(name))
}
